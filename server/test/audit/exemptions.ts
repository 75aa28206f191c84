/** Routes that leave everything as it is, each with the reason. */
export const NO_CHANGE: Readonly<Record<string, string>> = {
  'POST /api/settings/send-otp': 'mails a code; what it allows is audited when it is saved',
  'POST /api/settings/verify-otp': 'a right code becomes a token; the save that it allows is audited, a wrong code too',
  'POST /api/inbound-postbacks/explain': 'reads the log and says why',
  'POST /api/inbound-postbacks/replay-preview': 'says what a replay would do, in a transaction that is rolled back',
};

/** Routes whose success needs a world of their own: the folder whose tests make them succeed and read their audit row. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /api/admin/smart-poll': 'smart-poll',
  'POST /api/admin/force-smart-poll': 'smart-poll',
  'POST /api/withdrawals/bulk-runs': 'bulk-runs',
  'POST /api/clicks/bulk-runs': 'bulk-runs',
  'POST /api/bulk-runs/:id/start': 'bulk-runs',
  'POST /api/bulk-runs/:id/cancel': 'bulk-runs',
  'POST /api/offers/:id/verify': 'offer-claims',
  'POST /api/offers/:id/test-clicks': 'clicks',
  'POST /api/inbound-postbacks/replay': 'postbacks',
  'POST /api/custom-postbacks/:id/test': 'custom-postbacks',
  'POST /api/postback-deliveries/:id/resend': 'custom-postbacks',
  'POST /api/postback-deliveries/resend': 'custom-postbacks',
  'POST /api/offers/:id/postback-deliveries/resend-failed': 'custom-postbacks',
  'POST /api/owed-reversals/:journalId/write-off': 'evidence',
};
