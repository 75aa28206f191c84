/** The faults of a payout, each with a description for the control page. */
export const FAULTS = {
  timeout: 'books it, then never answers',
  timeout_before: 'never answers, books nothing',
  cut: 'books it, then cuts the connection',
  cut_midway: 'books it, then cuts the connection in the middle of the answer',
  cut_before: 'cuts the connection, books nothing',
  http_500: 'books it, answers 500',
  http_503: 'books nothing, answers 503',
  html_200: 'books it, answers 200 with a page',
  empty_200: 'books it, answers 200 with nothing',
  no_status: 'books it, answers without a status',
  unknown_status: 'books it, answers with an undocumented word',
  other_amount: 'books it, answers with another amount',
  other_reference: 'books it, answers with another reference',
  pending: 'PENDING at first, SUCCESS after a while',
  pending_then_failed: 'PENDING at first, FAILED after a while',
  pending_forever: 'PENDING for good',
  paid_then_reversed: 'SUCCESS at first, returned by the bank after a while',
  paid_failed_paid: 'SUCCESS, then FAILED, then SUCCESS again',
  null_reference: 'books it, answers without our reference',
  control_characters: 'books it, answers with NUL characters in its texts',
  nul_bytes: 'books it, answers with NUL bytes',
  odd_row: 'adds a row to the statement that has no amount',
  failed: 'accepts it and reports FAILED at once',
  failed_then_paid: 'FAILED at first, settled after all after a while',
  in_process_400: 'books it, answers 400 with undocumented words',
  refuse: 'refuses it: no balance',
  invalid_field: 'refuses it: names an invalid field',
  says_success: 'refuses it with the message "Success"',
  balance_text: 'answers the balance ₹1,234.50 as text',
  unauthorized: 'does not know the key',
  ip_blocked: 'has blocked our address',
  slow: 'is right, but takes its time',
} as const;

export type Fault = keyof typeof FAULTS;

export const CALLS = ['initiatepayout', 'fetchStatus', 'fetchBalance', 'accountStatement', 'transactions'] as const;
export type ProviderCall = (typeof CALLS)[number];

export interface FaultRule {
  readonly fault: Fault;
  /** Default: initiatepayout. */
  readonly call?: ProviderCall | 'any';
  /** Number of calls with this fault. Default: until the rule is removed. */
  readonly times?: number;
  /** Share of the calls with this fault, from 0 to 1. Default: all. */
  readonly share?: number;
  /** Delay of `slow` and of each later status. Default 2,000. */
  readonly delayMs?: number;
}

export type FaultSwitch = ReturnType<typeof createFaultSwitch>;

export const isFaultRule = (value: unknown): value is FaultRule => {
  if (typeof value !== 'object' || value === null) return false;
  const { fault, call = 'any', times = 1, share = 1, delayMs = 0 } = value as Record<string, unknown>;
  return (
    Object.hasOwn(FAULTS, String(fault)) &&
    (call === 'any' || CALLS.some((known) => known === call)) &&
    [times, share, delayMs].every((number) => typeof number === 'number' && number >= 0)
  );
};

export function createFaultSwitch(random: () => number) {
  let active: { rule: FaultRule; left: number }[] = [];
  let taken = 0;
  return {
    set(rules: readonly FaultRule[]): void {
      active = rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
    },
    rules: (): readonly FaultRule[] =>
      active
        .filter(({ left }) => left > 0)
        .map(({ rule, left }) => (Number.isFinite(left) ? { ...rule, times: left } : rule)),
    /** Returns how many calls had a fault. */
    taken: (): number => taken,
    /** Returns the rule for this call, if any, and counts the call. */
    take(call: ProviderCall): FaultRule | undefined {
      const hit = active.find(({ rule, left }) => {
        const { call: wanted = 'initiatepayout', share = 1 } = rule;
        return left > 0 && (wanted === 'any' || wanted === call) && (share >= 1 || random() < share);
      });
      if (hit === undefined) return undefined;
      hit.left -= 1;
      taken += 1;
      return hit.rule;
    },
  };
}
