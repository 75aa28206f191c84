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

/** A test that makes the route succeed and reads its entry. */
export interface ProvedBy {
  readonly file: string;
  readonly test: string;
  readonly action: string;
}

const KEPT_AS_LIST = 'is kept as a list with its count and its rupees, paid in the background, each with its result';
const FORCED = 'writes who set a run off into the audit log';

/** Routes whose success needs a world of their own. */
export const ELSEWHERE: Readonly<Record<string, ProvedBy>> = {
  'POST /api/admin/smart-poll': { file: 'smart-poll/run-history', test: FORCED, action: 'smart-poll.run' },
  'POST /api/admin/force-smart-poll': { file: 'smart-poll/run-history', test: FORCED, action: 'smart-poll.force' },
  'POST /api/withdrawals/bulk-runs': {
    file: 'bulk-runs/bulk-withdrawals',
    test: KEPT_AS_LIST,
    action: 'bulk-runs.prepare',
  },
  'POST /api/clicks/bulk-runs': {
    file: 'bulk-runs/bulk-clicks',
    test: 'every unpaid click that matches is paid once; one that was paid or earned meanwhile is named',
    action: 'bulk-runs.prepare',
  },
  'POST /api/bulk-runs/:id/start': {
    file: 'bulk-runs/bulk-withdrawals',
    test: KEPT_AS_LIST,
    action: 'bulk-runs.start',
  },
  'POST /api/bulk-runs/:id/cancel': {
    file: 'bulk-runs/bulk-withdrawals',
    test: 'cancelled, the rest stays pending, and can be taken up again',
    action: 'bulk-runs.cancel',
  },
  'POST /api/offers/:id/verify': {
    file: 'offer-claims/offer-claims',
    test: 'credits the coins once and adds the user to completedBy, whoever presses when',
    action: 'offer-claims.approve',
  },
  'POST /api/offers/:id/test-clicks': {
    file: 'clicks/test-clicks',
    test: 'is written down, and refused without a session or with a parameter of 10,000 characters',
    action: 'offers.test_click',
  },
  'POST /api/inbound-postbacks/replay': {
    file: 'postbacks/replay',
    test: 'pays what came for an event that the offer learnt only later: first shown, then done, once',
    action: 'postbacks.replay',
  },
  'POST /api/custom-postbacks/:id/test': {
    file: 'custom-postbacks/resend',
    test: 'sends one request with sample values and shows what came back; it counts nowhere',
    action: 'custom_postbacks.test',
  },
  'POST /api/postback-deliveries/:id/resend': {
    file: 'custom-postbacks/resend',
    test: 'one: a new round of tries under the same delivery id; pressed twice it is sent once',
    action: 'postback_deliveries.resend',
  },
  'POST /api/postback-deliveries/resend': {
    file: 'custom-postbacks/resend',
    test: 'selected: each once, the unknown skipped, at most 500',
    action: 'postback_deliveries.resend',
  },
  'POST /api/offers/:id/postback-deliveries/resend-failed': {
    file: 'custom-postbacks/resend',
    test: 'all failed: by postback, event and day, bounded, and twice at once sends each once',
    action: 'postback_deliveries.resend_failed',
  },
  'POST /api/owed-reversals/:journalId/write-off': {
    file: 'evidence/evidence',
    test: 'shows who paid by hand, what was reversed and what is owed, until it is let go',
    action: 'reversals.write-off',
  },
  'POST /api/claim-reversals/:conversionId/settle': {
    file: 'offer-claims/claims-and-reversals',
    test: 'what a person decided about it is written down once, with a reason, and moves no coins',
    action: 'claim-reversals.settle',
  },
};
