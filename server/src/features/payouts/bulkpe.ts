import { paise, rupeesFromPaise } from '@muneem/contract/money';
import type { OutboundHttp, OutboundResult } from '#platform/outbound-http/index.ts';
import { readInitiated, readLookedUp, readStatement } from './bulkpe-answer.ts';
import type { PayoutBalance, PayoutProvider, StatementPage } from './payout-provider.ts';
import { bankRules, orderProblem, type FieldRules } from './payout-rules.ts';
import { answered, isObject, paiseOfRupees, parseObject, text, unreachable } from './provider-answer.ts';

interface BulkpeOptions {
  readonly http: OutboundHttp;
  readonly baseUrl: string;
  readonly apiKey: () => string | null;
  /** Keyed hash of a secret, for the database. Deterministic. */
  readonly fingerprint: (secret: string) => string;
}

const NO_KEY = 'No payout provider API key is set. Add it in System Settings.';

const RULES: FieldRules = { accountNumber: /^\d{6,20}$/, upiMaxLength: 255 };

const STATEMENT_PAGE = 100;
const STATEMENT_MAX_BYTES = 1024 * 1024;

/** Creates the client of Bulkpe's payout API. The transfer's own status decides, never the envelope's. */
export function createBulkpe({ http, baseUrl, apiKey, fingerprint }: BulkpeOptions): PayoutProvider {
  const call = (
    key: string,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    maxBodyBytes?: number,
  ): Promise<OutboundResult> =>
    http.send({
      method,
      ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
      url: `${baseUrl}${path}`,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return {
    name: 'bulkpe',
    account() {
      const key = apiKey();
      return key === null ? null : fingerprint(`bulkpe ${key}`);
    },
    refuses: (payout) => bankRules(payout, RULES),
    async initiate(order) {
      const key = apiKey();
      if (key === null) return { kind: 'not_sent', error: NO_KEY };
      const problem = orderProblem(order, RULES);
      if (problem !== undefined) return { kind: 'refused', error: problem };
      const { upiId, accountNumber, ifscCode } = order.destination;
      const result = await call(key, 'POST', '/client/initiatepayout', {
        amount: rupeesFromPaise(order.amountPaise),
        payment_mode: order.mode,
        reference_id: order.referenceId,
        beneficiaryName: order.beneficiaryName,
        ...(upiId === null ? { account_number: accountNumber, ifsc: ifscCode } : { upi: upiId }),
        transcation_note: `Withdrawal ${order.referenceId}`,
      });
      return readInitiated(result, order);
    },
    async lookup(order) {
      const key = apiKey();
      if (key === null) return { kind: 'unknown', error: NO_KEY };
      return readLookedUp(await call(key, 'POST', '/client/fetchStatus', { reference_id: order.referenceId }), order);
    },
    parseWebhook({ body }) {
      // Documented below `data`; some senders omit the envelope. Bulkpe signs nothing.
      const data = isObject(body['data']) ? body['data'] : body;
      const referenceId = text(data['reference_id']);
      return referenceId === undefined ? undefined : { referenceId, isSigned: false };
    },
    async statement({ page }) {
      const key = apiKey();
      if (key === null) return { known: false, error: NO_KEY };
      const asked = { page, limit: STATEMENT_PAGE };
      return readPage(await call(key, 'POST', '/client/accountStatement', asked, STATEMENT_MAX_BYTES));
    },
    async balance() {
      const key = apiKey();
      if (key === null) return { known: false, error: NO_KEY };
      return readBalance(await call(key, 'GET', '/client/fetchBalance'));
    },
  };
}

function readPage(result: OutboundResult): StatementPage {
  if (result.kind !== 'answer') return { known: false, error: unreachable(result.message) };
  const body = result.truncated ? undefined : parseObject(result.body);
  const rows = result.status === 200 && body !== undefined ? readStatement(body) : undefined;
  if (rows !== undefined) return { known: true, ...rows, more: rows.rows >= STATEMENT_PAGE };
  return { known: false, error: answered(result.status, text(body?.['message'])) };
}

function readBalance(result: OutboundResult): PayoutBalance {
  if (result.kind !== 'answer') return { known: false, error: unreachable(result.message) };
  const envelope = parseObject(result.body);
  const data = envelope?.['data'];
  const balance = isObject(data) ? data['Balance'] : undefined;
  const balancePaise = paiseOfRupees(balance);
  if (result.status === 200 && !Number.isNaN(balancePaise)) return { known: true, balancePaise: paise(balancePaise) };
  return { known: false, error: answered(result.status, text(envelope?.['message']) ?? 'no balance') };
}
