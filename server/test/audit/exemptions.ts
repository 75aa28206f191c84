/** Routes that change nothing or that leave another trace, each with the reason. */
export const NO_CHANGE: Readonly<Record<string, string>> = {
  'POST /api/settings/send-otp': 'mails a code; the save that the code allows is audited',
  'POST /api/settings/verify-otp': 'exchanges a code for a token; the save is audited, and so is a wrong code',
  'POST /api/inbound-postbacks/explain': 'only reads the log and the current rules',
  'POST /api/inbound-postbacks/replay-preview': 'predicts a replay in a transaction that is rolled back',
  'POST /api/platform/clicks': 'pays nothing; the click itself records who, when and which offer',
  'POST /webhooks/bulkpe': 'only starts a look-up; the result of the look-up is audited',
  'POST /webhooks/razorpayx': 'only starts a look-up; the result of the look-up is audited',
};

/**
 * Calls that move coins without an audit row: an ad network's `/postback`. No person decides there. The postback log keeps
 * the call and its verdict, and each coin has an append-only journal that names the conversion.
 */
export const OWN_LOG = ['/postback'] as const;

/** A test that makes the route succeed and reads its audit entry. */
export interface ProvedBy {
  readonly file: string;
  readonly test: string;
  readonly action: string;
}

const KEPT_AS_LIST = 'stores a list with its count and rupees, pays it in the background, and records each result';

/** Routes that need an environment of their own to succeed. */
export const ELSEWHERE: Readonly<Record<string, ProvedBy>> = {
  'POST /api/withdrawals/bulk-runs': {
    file: 'bulk-runs/bulk-withdrawals',
    test: KEPT_AS_LIST,
    action: 'bulk-runs.prepare',
  },
  'POST /api/clicks/bulk-runs': {
    file: 'bulk-runs/bulk-clicks',
    test: 'pays each matching unpaid click once, and names clicks that were paid or earned meanwhile',
    action: 'bulk-runs.prepare',
  },
  'POST /api/bulk-runs/:id/start': {
    file: 'bulk-runs/bulk-withdrawals',
    test: KEPT_AS_LIST,
    action: 'bulk-runs.start',
  },
  'POST /api/bulk-runs/:id/cancel': {
    file: 'bulk-runs/stopped-runs',
    test: 'leaves the rest pending when it is cancelled, and a new run can pay them',
    action: 'bulk-runs.cancel',
  },
};
