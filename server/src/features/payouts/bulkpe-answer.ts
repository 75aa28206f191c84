import { paise } from '@muneem/contract/money';
import type { OutboundResult } from '#platform/outbound-http/index.ts';
import type { PayoutOrder, PayoutOutcome, SentOrder, StatementRows } from './payout-provider.ts';
import {
  aboutAnother,
  answered,
  isObject,
  namesOurs,
  NO_REASON,
  paiseOfRupees,
  parseAnswer,
  reasonFrom,
  text,
  unreachable,
} from './provider-answer.ts';
import { creditOf, directionOf, readRows, timeOf } from './statement-rows.ts';

/** All values of `data.status` that Bulkpe documents. Any other value is unknown; case matters. */
const WORDS: ReadonlyMap<string, 'paid' | 'in_flight' | 'not_paid'> = new Map([
  ['SUCCESS', 'paid'],
  ['PENDING', 'in_flight'],
  ['FAILED', 'not_paid'],
]);

/**
 * Messages that mean "no transfer was created". Everything else is unknown and is looked up.
 * Matches whole messages; ignores the HTTP status, because Bulkpe also refuses with 200.
 * Source: docs/decisions/payouts.md
 */
const REFUSALS: readonly RegExp[] = [
  // Source: docs.bulkpe.in/authorization and /things-to-handle
  /^you don['’]?t have access\.?$/i,
  /^unauthori[sz]ed\.?$/i,
  // Source: docs.bulkpe.in/ip-getting-blacklisted. An address to write to follows the message.
  /^your ip is blocked\b/i,
  // Balance
  /^insufficient (wallet |account )?(balance|funds?)( in (your|the) (account|wallet))?\.?$/i,
  // Validation of the documented fields. An invalid reference_id is no refusal: a transfer may already have it.
  /^"?(amount|payment_mode|beneficiaryName|account_number|ifsc|upi|transcation_note|account_number or ifsc)"? (is (required|invalid|not valid|not allowed to be empty)|must be a (number|string))\.?$/i,
  /^"?reference_id"? is (required|not allowed to be empty)\.?$/i,
  // Unknown beneficiary
  /^(invalid|unknown) (vpa|upi|upi id|ifsc|ifsc code|account number|beneficiary)\.?$/i,
  /^beneficiary not found\.?$/i,
];

/** Messages that mean "no transfer has this reference". Any other message proves nothing. */
const NOT_FOUND =
  /^(no (such )?(transaction|transcation|payout|record|data)( (was )?found)?|(transaction|transcation|payout|record|data|reference( ?id|_id)?) (is |was )?(not found|does not exist))\.?$/i;

type Fields = Readonly<Record<string, unknown>>;

/** Maps the answer of `initiatepayout` to an outcome. */
export function readInitiated(result: OutboundResult, order: PayoutOrder): PayoutOutcome {
  if (result.kind === 'not_sent') return { kind: 'not_sent', error: unreachable(result.message) };
  const parsed = readAnswer(result);
  if ('outcome' in parsed) return parsed.outcome;
  const { status, envelope, data, answer } = parsed;
  const message = text(envelope.message);
  // The documented answer for a blocked IP address has no status at all.
  const claimsTransfer = envelope.status === true || Object.keys(data).length > 0;
  if (!claimsTransfer && REFUSALS.some((refusal) => refusal.test(message ?? '')))
    return { kind: 'refused', error: message, answer };
  // The documented answer to a payment does not repeat our reference.
  const isOurs = data['reference_id'] === undefined || text(data['reference_id']) === order.referenceId;
  if (status >= 200 && status < 300) return readTransfer(data, { order, isOurs, answer, message });
  return { kind: 'unknown', error: answered(status, message), answer };
}

/** Statuses with which the provider did not look the transfer up. */
const NOT_LOOKED = new Set([401, 403, 407, 408, 429]);

/** Returns whether the provider looked the transfer up and does not know the reference. */
function isUnknownReference(status: number, envelope: Fields, data: Fields): boolean {
  const looked = (status >= 200 && status < 300) || (status >= 400 && status < 500 && !NOT_LOOKED.has(status));
  const inForm = typeof envelope.status === 'boolean' && Object.keys(data).length === 0;
  return looked && inForm && NOT_FOUND.test(text(envelope.message) ?? '');
}

/** Maps the answer of `fetchStatus` to an outcome. */
export function readLookedUp(result: OutboundResult, order: SentOrder): PayoutOutcome {
  if (result.kind === 'not_sent') return { kind: 'unknown', error: unreachable(result.message) };
  const parsed = readAnswer(result);
  if ('outcome' in parsed) return parsed.outcome;
  const { status, envelope, data, answer } = parsed;
  const message = text(envelope.message);
  const referenceUnknown = isUnknownReference(status, envelope, data) ? { referenceUnknown: true } : {};
  const isOurs = namesOurs({ reference: text(data['reference_id']), transactionId: idOf(data) }, order);
  if (status >= 200 && status < 300)
    return { ...readTransfer(data, { order, isOurs, answer, message }), ...referenceUnknown };
  return { kind: 'unknown', error: answered(status, message), answer, ...referenceUnknown };
}

function readAnswer(result: Exclude<OutboundResult, { kind: 'not_sent' }>) {
  const parsed = parseAnswer(result);
  if ('outcome' in parsed) return parsed;
  const { status, body: envelope, answer } = parsed;
  return { status, envelope, data: isObject(envelope['data']) ? envelope['data'] : {}, answer };
}

/** Documented with this typo. Other products of the company spell it correctly. */
const idOf = (data: Fields): string | undefined => text(data['transcation_id']) ?? text(data['transaction_id']);

interface Reading {
  readonly order: PayoutOrder;
  /** False if the answer may be about another transfer. */
  readonly isOurs: boolean;
  readonly answer: string;
  readonly message: string | undefined;
}

/** Reads the transfer's own state. The envelope's `status: true` does not mean paid. */
function readTransfer(data: Fields, { order, isOurs, answer, message }: Reading): PayoutOutcome {
  const word = text(data['status']);
  if (!isOurs) return aboutAnother(text(data['reference_id']), word, answer);
  const facts = { providerTransactionId: idOf(data), utr: text(data['utr']), providerStatus: word, answer };
  if (word === undefined) return { ...facts, kind: 'unknown', error: 'The payout provider sent no status' };
  const contradiction = contradicts(data, order);
  if (contradiction !== undefined) return { ...facts, kind: 'unknown', error: contradiction, strange: true };
  const kind = WORDS.get(word);
  if (kind === undefined)
    return {
      ...facts,
      kind: 'unknown',
      error: `The payout provider sent the undocumented status "${word}"`,
      strange: true,
    };
  if (kind === 'paid') return { ...facts, kind };
  const reason = reasonFrom(text(data['statusDescription']), text(data['message']), message);
  return { ...facts, kind, error: reason ?? NO_REASON };
}

function contradicts(data: Fields, order: PayoutOrder): string | undefined {
  if (directionOf(data) !== 'debit') return 'The payout provider answered about a credit';
  const amount = data['amount'];
  if (amount === undefined || amount === null) return undefined;
  return paiseOfRupees(amount) === order.amountPaise ? undefined : 'The payout provider answered with another amount';
}

/** Reads the rows of an `accountStatement`. @returns undefined if the format is wrong */
export const readStatement = (answer: Fields): StatementRows | undefined =>
  Array.isArray(answer['data']) ? readRows(answer['data'], readRow) : undefined;

function readRow(row: Fields): ReturnType<Parameters<typeof readRows>[1]> {
  const transactionId = idOf(row);
  const amountPaise = paiseOfRupees(row['amount']);
  const madeAt = timeOf(Date.parse(text(row['createdAt']) ?? text(row['created_at']) ?? ''));
  const word = text(row['status']) ?? text(row['trx_status']) ?? '';
  const outcome = WORDS.get(word) ?? 'unknown';
  // Source of `type`, "Credit" or "Debit": docs.bulkpe.in/fetch-transaction-status
  const direction = directionOf(row);
  if (transactionId === undefined) return 'it has no transaction id';
  if (!(amountPaise > 0)) return 'its amount cannot be read';
  if (madeAt === undefined) return 'its time cannot be read';
  if (direction === 'unclear') return 'it is neither a debit nor a credit';
  if (direction === 'credit') return outcome === 'paid' ? creditOf(row, paise(amountPaise), madeAt) : 'skipped';
  return {
    entry: {
      providerTransactionId: transactionId,
      referenceId: text(row['reference_id']) ?? '',
      amountPaise: paise(amountPaise),
      word,
      outcome,
      utr: text(row['utr']) ?? null,
      madeAt,
    },
  };
}
