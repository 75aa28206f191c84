/** Routes that leave everything as it is, or whose trace is another one, each with the reason. */
export const NO_CHANGE: Readonly<Record<string, string>> = {
  'POST /api/settings/send-otp': 'mails a code; what it allows is audited when it is saved',
  'POST /api/settings/verify-otp': 'a right code becomes a token; the save that it allows is audited, a wrong code too',
  'POST /api/inbound-postbacks/explain': 'reads the log and says why',
  'POST /api/inbound-postbacks/replay-preview': 'says what a replay would do, in a transaction that is rolled back',
  'POST /api/platform/clicks': 'a click is its own record: who, when, for which offer; nothing is paid for it',
  'POST /webhooks/bulkpe': 'a hint that is not believed; what the provider says to the look-up is audited',
  'POST /webhooks/razorpayx': 'a hint, as the other',
};

/** Routes whose success needs a world of their own: the folder whose tests make them succeed, and the entry that these read. */
export const ELSEWHERE: Readonly<Record<string, readonly [folder: string, action: string]>> = {
  'POST /api/admin/smart-poll': ['smart-poll', 'smart-poll.run'],
  'POST /api/admin/force-smart-poll': ['smart-poll', 'smart-poll.force'],
  'POST /api/withdrawals/bulk-runs': ['bulk-runs', 'bulk-runs.prepare'],
  'POST /api/clicks/bulk-runs': ['bulk-runs', 'bulk-runs.prepare'],
  'POST /api/bulk-runs/:id/start': ['bulk-runs', 'bulk-runs.start'],
  'POST /api/bulk-runs/:id/cancel': ['bulk-runs', 'bulk-runs.cancel'],
  'POST /api/offers/:id/verify': ['offer-claims', 'offer-claims.approve'],
  'POST /api/offers/:id/test-clicks': ['clicks', 'offers.test_click'],
  'POST /api/inbound-postbacks/replay': ['postbacks', 'postbacks.replay'],
  'POST /api/custom-postbacks/:id/test': ['custom-postbacks', 'custom_postbacks.test'],
  'POST /api/postback-deliveries/:id/resend': ['custom-postbacks', 'postback_deliveries.resend'],
  'POST /api/postback-deliveries/resend': ['custom-postbacks', 'postback_deliveries.resend'],
  'POST /api/offers/:id/postback-deliveries/resend-failed': ['custom-postbacks', 'postback_deliveries.resend_failed'],
  'POST /api/owed-reversals/:journalId/write-off': ['evidence', 'reversals.write-off'],
};
