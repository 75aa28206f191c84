import { paise } from '@muneem/contract/money';
import type { OutboundResult } from '#platform/outbound-http/index.ts';
import type { PayoutOrder, PayoutOutcome, SentOrder, StatementRows } from './payout-provider.ts';
import {
  aboutAnother,
  answered,
  isObject,
  namesOurs,
  NO_REASON,
  parseAnswer,
  reasonFrom,
  text,
  unreachable,
} from './provider-answer.ts';
import { creditOf, directionOf, readRows, timeOf } from './statement-rows.ts';

/** Every documented state of a payout. Any other state is unknown. */
const WORDS: ReadonlyMap<string, 'paid' | 'in_flight' | 'not_paid'> = new Map([
  ['processed', 'paid'],
  ['queued', 'in_flight'],
  ['pending', 'in_flight'],
  ['scheduled', 'in_flight'],
  ['processing', 'in_flight'],
  ['reversed', 'not_paid'],
  ['cancelled', 'not_paid'],
  ['rejected', 'not_paid'],
  ['failed', 'not_paid'],
]);

/**
 * Descriptions that mean "no payout was made". Everything else is unknown and is looked up.
 * Matches whole descriptions. A repeated idempotency key is not one of them.
 * Source: docs/decisions/payouts.md
 */
const REFUSALS: readonly RegExp[] = [
  // Source: razorpay.com/docs/errors and /docs/x/dashboard/allowlist-ip
  /^authentication failed\.?$/i,
  /^the api (key|secret|key\/secret) (provided )?is (invalid|expired)\.?$/i,
  /^your ip( address)? is not (white|allow)listed\.?$/i,
  // Balance. Source: razorpay.com/docs/api/errors/x/payout
  /^your account does not have enough balance to carry out the payout operation\.?$/i,
  // Validation, "The account number field is required". Source: razorpay.com/docs/api/errors/x/payout
  /^the [\w .]{1,60} field is (required|invalid)\.?$/i,
  /^the (amount|mode|purpose|currency|account number|narration) (is invalid|must be at least \d+|format is invalid)\.?$/i,
  // Unknown account or beneficiary. Source: razorpay.com/docs/errors/x/fund-account
  /^the id provided does not exist\.?$/i,
  /^invalid (vpa|vpa address|upi|ifsc|ifsc code|bank account|beneficiary)\.?$/i,
];

/**
 * The fields whose validation error means "never accepted". A reference is none: a payout may already have it.
 * Source: razorpay.com/docs/api/errors/x/payout, which documents `reason: input_validation_failed` with `field`.
 */
const VALIDATED =
  /^(account_number|amount|currency|mode|purpose|narration|notes|name|ifsc|address|type|email|contact|bank_account|vpa|fund_account)(\.(?!.*reference)[\w.]+)?$/;
/** Words about an earlier payout. */
const ABOUT_EARLIER = /\b(already|duplicate|idempotency|exists?|process(ing|ed)?|progress|repeated|same)\b/i;

type Fields = Readonly<Record<string, unknown>>;

/** Returns whether the answer is the documented validation error of a field of the order. */
function namesInvalidField(status: number, body: Fields): boolean {
  const error = body['error'];
  if (status !== 400 || !isObject(error) || error['code'] !== 'BAD_REQUEST_ERROR') return false;
  const field = text(error['field']) ?? '';
  const description = text(error['description']) ?? '';
  const isValidation = error['reason'] === 'input_validation_failed' && error['source'] === 'business';
  return isValidation && VALIDATED.test(field) && description !== '' && !ABOUT_EARLIER.test(description);
}

/** Maps the answer of `POST /v1/payouts` to an outcome. */
export function readInitiated(result: OutboundResult, order: PayoutOrder): PayoutOutcome {
  if (result.kind === 'not_sent') return { kind: 'not_sent', error: unreachable(result.message) };
  const parsed = parseAnswer(result);
  if ('outcome' in parsed) return parsed.outcome;
  const { status, body, answer } = parsed;
  const description = errorOf(body);
  const claimsPayout = body['id'] !== undefined || body['status'] !== undefined;
  if (!claimsPayout && (REFUSALS.some((refusal) => refusal.test(description ?? '')) || namesInvalidField(status, body)))
    return { kind: 'refused', error: description, answer };
  if (status >= 200 && status < 300) return readPayout(body, { ...order, providerTransactionId: null }, answer);
  return { kind: 'unknown', error: answered(status, description), answer };
}

/** Maps the answer of `GET /v1/payouts?reference_id=…` to an outcome. */
export function readLookedUp(result: OutboundResult, order: SentOrder): PayoutOutcome {
  if (result.kind === 'not_sent') return { kind: 'unknown', error: unreachable(result.message) };
  const parsed = parseAnswer(result);
  if ('outcome' in parsed) return parsed.outcome;
  const { status, body, answer } = parsed;
  const items = body['items'];
  if (status < 200 || status >= 300 || !Array.isArray(items))
    return { kind: 'unknown', error: answered(status, errorOf(body)), answer };
  const [payout, second] = items;
  if (payout === undefined)
    return {
      kind: 'unknown',
      error: 'The payout provider does not know the reference',
      answer,
      referenceUnknown: true,
    };
  if (second !== undefined || !isObject(payout)) {
    return {
      kind: 'unknown',
      error: 'The payout provider has several payouts with the reference',
      answer,
      strange: true,
    };
  }
  return readPayout(payout, order, answer);
}

function readPayout(payout: Fields, order: SentOrder, answer: string): PayoutOutcome {
  const word = text(payout['status']);
  const reference = text(payout['reference_id']);
  if (!namesOurs({ reference, transactionId: text(payout['id']) }, order)) return aboutAnother(reference, word, answer);
  const facts = {
    providerTransactionId: text(payout['id']),
    utr: text(payout['utr']),
    providerStatus: word,
    answer,
  };
  if (word === undefined) return { ...facts, kind: 'unknown', error: 'The payout provider sent no status' };
  const wrong = contradiction(payout, order);
  if (wrong !== undefined) return { ...facts, kind: 'unknown', error: wrong, strange: true };
  const kind = WORDS.get(word);
  if (kind === undefined) {
    const error = `The payout provider sent the undocumented status "${word}"`;
    return { ...facts, kind: 'unknown', error, strange: true };
  }
  return kind === 'paid' ? { ...facts, kind } : { ...facts, kind, error: reasonOf(payout) ?? NO_REASON };
}

function contradiction(payout: Fields, order: PayoutOrder): string | undefined {
  const { amount, currency } = payout;
  // Without an amount the answer cannot be verified, so paise are required here.
  if (amount !== order.amountPaise || (currency !== undefined && currency !== 'INR'))
    return 'The payout provider answered with another amount';
  return undefined;
}

const reasonOf = (payout: Fields): string | undefined =>
  reasonFrom(
    text(isObject(payout['status_details']) ? payout['status_details']['description'] : undefined),
    text(payout['failure_reason']),
  );

export function errorOf(body: Fields | undefined): string | undefined {
  const error = body?.['error'];
  return isObject(error) ? text(error['description']) : undefined;
}

/** Reads the items of a list of payouts. @returns undefined if the format is wrong */
export const readStatement = (body: Fields): StatementRows | undefined => readItems(body, readRow);

/** Reads the credits of a list of transactions. Its debits have no reference. @returns undefined if the format is wrong */
export const readTransactions = (body: Fields): StatementRows | undefined =>
  readItems(body, (item) => (directionOf(item) === 'debit' ? 'skipped' : readRow(item)));

const readItems = (body: Fields, read: Parameters<typeof readRows>[1]): StatementRows | undefined =>
  Array.isArray(body['items']) ? readRows(body['items'], read) : undefined;

function readRow(item: Fields): ReturnType<Parameters<typeof readRows>[1]> {
  const { amount, created_at: createdAt } = item;
  const providerTransactionId = text(item['id']);
  const madeAt = typeof createdAt === 'number' ? timeOf(createdAt * 1000) : undefined;
  // Source of `credit` and `debit`: razorpay.com/docs/api/x/transactions
  const direction = directionOf(item);
  if (providerTransactionId === undefined) return 'it has no id';
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return 'its amount cannot be read';
  if (madeAt === undefined) return 'its time cannot be read';
  if (direction === 'unclear') return 'it is neither a debit nor a credit';
  if (direction === 'credit') return creditOf(item, paise(amount), madeAt);
  const word = text(item['status']) ?? '';
  return {
    entry: {
      providerTransactionId,
      referenceId: text(item['reference_id']) ?? '',
      amountPaise: paise(amount),
      word,
      outcome: WORDS.get(word) ?? 'unknown',
      utr: text(item['utr']) ?? null,
      madeAt,
    },
  };
}
