import { paise } from '@muneem/contract/money';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OutboundHttp, OutboundResult } from '#platform/outbound-http/index.ts';
import type { PayoutBalance, PayoutOrder, PayoutProvider, PayoutWebhook, StatementPage } from './payout-provider.ts';
import { bankRules, orderProblem, type FieldRules } from './payout-rules.ts';
import { answered, isObject, parseObject, text, unreachable } from './provider-answer.ts';
import { errorOf, readInitiated, readLookedUp, readStatement, readTransactions } from './razorpayx-answer.ts';

interface RazorpayxOptions {
  readonly http: OutboundHttp;
  readonly baseUrl: string;
  /** Returns `key id:key secret`, or null if there is none. */
  readonly apiKey: () => string | null;
  /** The account that pays. */
  readonly accountNumber: string;
  /** Keyed hash of a secret, for the database. Deterministic. */
  readonly fingerprint: (secret: string) => string;
  /** Without it, every webhook counts as forged. */
  readonly webhookSecret: string | undefined;
}

const NO_KEY = 'No payout provider API key is set. Add it (key id:key secret) in System Settings.';
/** Source: razorpay.com/docs/api/x/contacts and /docs/api/x/fund-accounts. Our names have 50 letters at most. */
const RULES: FieldRules = {
  accountNumber: /^[A-Za-z0-9]{5,35}$/,
  upiMaxLength: 100,
  name: { provider: 'RazorpayX', min: 3 },
};
const STATEMENT_PAGE = 100;
const STATEMENT_MAX_BYTES = 1024 * 1024;
const NARRATION_MAX = 30;

/** Creates the client of RazorpayX: paise, basic authentication, idempotency key in a header, signed webhooks. */
export function createRazorpayx(options: RazorpayxOptions): PayoutProvider {
  const { http, baseUrl, apiKey, accountNumber, webhookSecret, fingerprint } = options;
  const call = (
    key: string,
    path: string,
    order?: { body: unknown; idempotencyKey: string },
    maxBodyBytes?: number,
  ): Promise<OutboundResult> =>
    http.send({
      method: order === undefined ? 'GET' : 'POST',
      url: `${baseUrl}${path}`,
      headers: {
        authorization: `Basic ${Buffer.from(key).toString('base64')}`,
        accept: 'application/json',
        ...(order === undefined
          ? {}
          : { 'content-type': 'application/json', 'x-payout-idempotency': order.idempotencyKey }),
      },
      ...(order === undefined ? {} : { body: JSON.stringify(order.body) }),
      ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
    });
  const list = (query: Readonly<Record<string, string>>, of = 'payouts'): string =>
    `/v1/${of}?${new URLSearchParams({ account_number: accountNumber, ...query }).toString()}`;

  return {
    name: 'razorpayx',
    account() {
      const key = apiKey();
      return key === null ? null : fingerprint(`razorpayx ${accountNumber} ${key}`);
    },
    refuses: (payout) => bankRules(payout, RULES),
    async initiate(order) {
      const key = apiKey();
      if (key === null) return { kind: 'not_sent', error: NO_KEY };
      const problem = orderProblem(order, RULES);
      if (problem !== undefined) return { kind: 'refused', error: problem };
      const body = payoutBody(order, accountNumber);
      return readInitiated(await call(key, '/v1/payouts', { body, idempotencyKey: order.referenceId }), order);
    },
    async lookup(order) {
      const key = apiKey();
      if (key === null) return { kind: 'unknown', error: NO_KEY };
      return readLookedUp(await call(key, list({ reference_id: order.referenceId })), order);
    },
    async balance() {
      const key = apiKey();
      if (key === null) return { known: false, error: NO_KEY };
      return readBalance(await call(key, '/v1/banking_balances'), accountNumber);
    },
    async statement(window) {
      const key = apiKey();
      if (key === null) return { known: false, error: NO_KEY };
      const read = (of: string) => call(key, list(pageOf(window), of), undefined, STATEMENT_MAX_BYTES);
      const payouts = readPage(await read('payouts'), readStatement);
      return payouts.known ? withCredits(payouts, readPage(await read('transactions'), readTransactions)) : payouts;
    },
    parseWebhook(webhook) {
      if (!isSigned(webhook, webhookSecret)) return 'forged';
      const { payload } = webhook.body;
      const payout = isObject(payload) && isObject(payload['payout']) ? payload['payout']['entity'] : undefined;
      const referenceId = isObject(payout) ? text(payout['reference_id']) : undefined;
      return referenceId === undefined ? undefined : { referenceId, isSigned: true };
    },
  };
}

/** Uses the composite form, which also creates contact and fund account. */
function payoutBody(order: PayoutOrder, accountNumber: string) {
  const { upiId, accountNumber: beneficiary, ifscCode } = order.destination;
  const contact = { name: order.beneficiaryName, type: 'customer', reference_id: order.referenceId };
  return {
    account_number: accountNumber,
    amount: order.amountPaise,
    currency: 'INR',
    mode: order.mode,
    purpose: 'payout',
    fund_account:
      upiId === null
        ? {
            account_type: 'bank_account',
            bank_account: { name: order.beneficiaryName, ifsc: ifscCode, account_number: beneficiary },
            contact,
          }
        : { account_type: 'vpa', vpa: { address: upiId }, contact },
    // A queued payout would be paid later, at an arbitrary time.
    queue_if_low_balance: false,
    reference_id: order.referenceId,
    narration: `Withdrawal ${order.referenceId}`.slice(0, NARRATION_MAX),
  };
}

/** Compares the HMAC-SHA256 of the raw body, in hex, in constant time. */
function isSigned({ rawBody, signature }: PayoutWebhook, secret: string | undefined): boolean {
  if (secret === undefined || signature === undefined) return false;
  const right = Buffer.from(createHmac('sha256', secret).update(rawBody).digest('hex'));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}

function readBalance(result: OutboundResult, accountNumber: string): PayoutBalance {
  if (result.kind !== 'answer') return { known: false, error: unreachable(result.message) };
  const body = parseObject(result.body);
  const items = result.status === 200 && Array.isArray(body?.['items']) ? body['items'] : [];
  const account: unknown = items.find((item) => isObject(item) && item['account_number'] === accountNumber);
  const amount = isObject(account) ? (account['available_amount'] ?? account['amount']) : undefined;
  const balancePaise = typeof amount === 'string' ? Number(amount.replaceAll(',', '').trim() || NaN) : amount;
  if (typeof balancePaise === 'number' && Number.isSafeInteger(balancePaise))
    return { known: true, balancePaise: paise(balancePaise) };
  return { known: false, error: answered(result.status, errorOf(body) ?? 'no balance of this account') };
}

const pageOf = ({ from, until, page }: { from: Date; until: Date; page: number }) => ({
  from: String(Math.floor(from.getTime() / 1000)),
  to: String(Math.ceil(until.getTime() / 1000)),
  count: String(STATEMENT_PAGE),
  skip: String((page - 1) * STATEMENT_PAGE),
});

type KnownPage = Extract<StatementPage, { known: true }>;

/** The list of payouts has no credits. If they cannot be read, a payment that was once paid is repeated later. */
function withCredits(payouts: KnownPage, transactions: StatementPage): KnownPage {
  if (!transactions.known)
    return { ...payouts, unread: [...payouts.unread, `The list of transactions: ${transactions.error}`] };
  return {
    ...payouts,
    credits: [...payouts.credits, ...transactions.credits],
    unread: [...payouts.unread, ...transactions.unread],
    more: payouts.more || transactions.more,
  };
}

function readPage(result: OutboundResult, read: typeof readStatement): StatementPage {
  if (result.kind !== 'answer') return { known: false, error: unreachable(result.message) };
  const body = result.truncated ? undefined : parseObject(result.body);
  const rows = result.status === 200 && body !== undefined ? read(body) : undefined;
  if (rows !== undefined) return { known: true, ...rows, more: rows.rows >= STATEMENT_PAGE };
  return { known: false, error: answered(result.status, errorOf(body)) };
}
