import type { OutboundResult } from '#platform/outbound-http/index.ts';
import type { PayoutOrder, PayoutOutcome, PayoutOutcomeKind, StatementEntry } from './payout-provider.ts';
import { isObject, parseAnswer, text, unreachable } from './provider-answer.ts';

/** Every word of `data.status` that Bulkpe documents. Any other word, also in other letters, is unknown. */
const WORDS: ReadonlyMap<string, PayoutOutcomeKind> = new Map([
  ['SUCCESS', 'paid'],
  ['PENDING', 'in_flight'],
  ['FAILED', 'not_paid'],
]);

/**
 * Every message that means "the order never became a transfer". Anything else is unknown and is looked up.
 * Whole messages only, so that no added words change the meaning. Source: docs/decisions/payouts.md. The HTTP status does not
 * count: Bulkpe also refuses with 200.
 */
const REFUSALS: readonly RegExp[] = [
  // docs.bulkpe.in/authorization and /things-to-handle.
  /^you don['’]?t have access\.?$/i,
  /^unauthori[sz]ed\.?$/i,
  // docs.bulkpe.in/ip-getting-blacklisted: an address to write to follows.
  /^your ip is blocked\b/i,
  // Balance.
  /^insufficient (wallet |account )?(balance|funds?)( in (your|the) (account|wallet))?\.?$/i,
  // Validation of the documented fields. A reference id can also be invalid because a transfer has it.
  /^"?(amount|payment_mode|beneficiaryName|account_number|ifsc|upi|transcation_note|account_number or ifsc)"? (is (required|invalid|not valid|not allowed to be empty)|must be a (number|string))\.?$/i,
  /^"?reference_id"? is (required|not allowed to be empty)\.?$/i,
  // An unknown beneficiary.
  /^(invalid|unknown) (vpa|upi|upi id|ifsc|ifsc code|account number|beneficiary)\.?$/i,
  /^beneficiary not found\.?$/i,
];

/** Every message that means "no transfer has this reference". A look-up with other words says nothing. */
const NOT_FOUND =
  /^(no (such )?(transaction|transcation|payout|record|data)( (was )?found)?|(transaction|transcation|payout|record|data|reference( ?id|_id)?) (is |was )?(not found|does not exist))\.?$/i;

interface Envelope {
  readonly status?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

/** The answer to `initiatepayout`. */
export function readInitiated(result: OutboundResult, order: PayoutOrder): PayoutOutcome {
  if (result.kind === 'not_sent') return { kind: 'not_sent', error: unreachable(result.message) };
  const parsed = readAnswer(result);
  if ('outcome' in parsed) return parsed.outcome;
  const { status, envelope, data, answer } = parsed;
  const message = text(envelope.message);
  // The documented blocked-IP answer has no status at all.
  const claimsTransfer = envelope.status === true || Object.keys(data).length > 0;
  if (!claimsTransfer && REFUSALS.some((refusal) => refusal.test(message ?? '')))
    return { kind: 'refused', error: message, answer };
  if (status >= 200 && status < 300) return readTransfer(data, order, answer, message);
  return {
    kind: 'unknown',
    error: `The payout provider answered ${status}${message === undefined ? '' : `: ${message}`}`,
    answer,
  };
}

/** The provider did not get as far as looking. */
const NOT_LOOKED = new Set([401, 403, 407, 408, 429]);

/** The provider looked, and no transfer has the reference. */
function isUnheardOf(status: number, envelope: Envelope, data: Readonly<Record<string, unknown>>): boolean {
  const looked = (status >= 200 && status < 300) || (status >= 400 && status < 500 && !NOT_LOOKED.has(status));
  const inForm = typeof envelope.status === 'boolean' && Object.keys(data).length === 0;
  return looked && inForm && NOT_FOUND.test(text(envelope.message) ?? '');
}

/** The answer to `fetchStatus`. */
export function readLookedUp(result: OutboundResult, order: PayoutOrder): PayoutOutcome {
  if (result.kind === 'not_sent') return { kind: 'unknown', error: unreachable(result.message) };
  const parsed = readAnswer(result);
  if ('outcome' in parsed) return parsed.outcome;
  const { status, envelope, data, answer } = parsed;
  const message = text(envelope.message);
  const unheardOf = isUnheardOf(status, envelope, data) ? { unheardOf: true } : {};
  if (status >= 200 && status < 300) return { ...readTransfer(data, order, answer, message), ...unheardOf };
  return {
    kind: 'unknown',
    error: `The payout provider answered ${status}${message === undefined ? '' : `: ${message}`}`,
    answer,
    ...unheardOf,
  };
}

type Parsed =
  | { readonly outcome: PayoutOutcome }
  | {
      readonly status: number;
      readonly envelope: Envelope;
      readonly data: Readonly<Record<string, unknown>>;
      readonly answer: string;
    };

function readAnswer(result: Exclude<OutboundResult, { kind: 'not_sent' }>): Parsed {
  const parsed = parseAnswer(result);
  if ('outcome' in parsed) return parsed;
  const { status, body: envelope, answer } = parsed;
  return { status, envelope, data: isObject(envelope['data']) ? envelope['data'] : {}, answer };
}

/** What the answer says about the transfer itself; the envelope's `status: true` is no payment. */
function readTransfer(
  data: Readonly<Record<string, unknown>>,
  order: PayoutOrder,
  answer: string,
  message: string | undefined,
): PayoutOutcome {
  const word = text(data['status']);
  const facts = {
    // Documented as `transcation_id`; other products of the company write it right.
    providerTransactionId: text(data['transcation_id']) ?? text(data['transaction_id']),
    utr: text(data['utr']),
    providerStatus: word,
    answer,
  };
  if (word === undefined) return { ...facts, kind: 'unknown', error: 'The payout provider gave no status' };
  const contradiction = contradicts(data, order);
  if (contradiction !== undefined) return { ...facts, kind: 'unknown', error: contradiction, strange: true };
  const kind = WORDS.get(word);
  if (kind === undefined)
    return {
      ...facts,
      kind: 'unknown',
      error: `The payout provider says "${word}", which is not in its documentation`,
      strange: true,
    };
  if (kind === 'paid') return { ...facts, kind };
  return { ...facts, kind, error: text(data['statusDescription']) ?? text(data['message']) ?? message };
}

function contradicts(data: Readonly<Record<string, unknown>>, order: PayoutOrder): string | undefined {
  const reference = data['reference_id'];
  if (reference !== undefined && reference !== null && reference !== order.referenceId) {
    return 'The payout provider answered about another reference';
  }
  const amount = data['amount'];
  if (amount === undefined || amount === null) return undefined;
  const rupees =
    typeof amount === 'number' || (typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount)) ? Number(amount) : NaN;
  return Math.abs(rupees * 100 - order.amountPaise) < 0.001
    ? undefined
    : 'The payout provider answered about another amount';
}

/** The transfers of an `accountStatement`; undefined when the answer is not its format. */
export function readStatement(answer: Readonly<Record<string, unknown>>): StatementEntry[] | undefined {
  const list = Array.isArray(answer['data']) ? answer['data'] : undefined;
  const entries = list?.map(readEntry);
  return entries?.every((entry) => entry !== undefined) === true ? entries : undefined;
}

function readEntry(entry: unknown): StatementEntry | undefined {
  if (!isObject(entry)) return undefined;
  const transactionId = text(entry['transcation_id']) ?? text(entry['transaction_id']);
  const amount = Number(entry['amount']);
  const madeAt = new Date(text(entry['createdAt']) ?? text(entry['created_at']) ?? '');
  const word = text(entry['status']) ?? text(entry['trx_status']) ?? '';
  if (transactionId === undefined || !Number.isFinite(amount) || Number.isNaN(madeAt.getTime())) return undefined;
  const kind = WORDS.get(word);
  return {
    providerTransactionId: transactionId,
    referenceId: text(entry['reference_id']) ?? '',
    amountPaise: Math.round(amount * 100),
    word,
    outcome: kind === 'paid' || kind === 'not_paid' || kind === 'in_flight' ? kind : 'unknown',
    utr: text(entry['utr']) ?? null,
    madeAt,
  };
}
