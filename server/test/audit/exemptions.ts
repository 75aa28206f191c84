/** Routes that leave everything as it is, each with the reason. */
export const NO_CHANGE: Readonly<Record<string, string>> = {
  'POST /api/settings/send-otp': 'mails a code; what it allows is audited when it is saved',
  'POST /api/settings/verify-otp': 'a right code becomes a token; the save that it allows is audited, a wrong code too',
  'POST /api/inbound-postbacks/explain': 'reads the log and says why',
  'POST /api/inbound-postbacks/replay-preview': 'says what a replay would do, in a transaction that is rolled back',
};

/** Routes whose success needs a world of their own: the test file that makes them succeed and reads their audit row. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /api/admin/smart-poll': 'smart-poll/smart-poll.test.ts',
  'POST /api/admin/force-smart-poll': 'smart-poll/smart-poll.test.ts',
  'POST /api/offers/:id/verify': 'offer-claims/offer-claims.test.ts',
  'POST /api/offers/:id/test-clicks': 'clicks/test-clicks.test.ts',
  'POST /api/inbound-postbacks/replay': 'postbacks/replay.test.ts',
  'POST /api/custom-postbacks/:id/test': 'custom-postbacks/custom-postbacks.test.ts',
  'POST /api/postback-deliveries/:id/resend': 'custom-postbacks/resend.test.ts',
  'POST /api/postback-deliveries/resend': 'custom-postbacks/resend.test.ts',
  'POST /api/offers/:id/postback-deliveries/resend-failed': 'custom-postbacks/resend.test.ts',
  'POST /api/owed-reversals/:journalId/write-off': 'evidence/evidence.test.ts',
};
