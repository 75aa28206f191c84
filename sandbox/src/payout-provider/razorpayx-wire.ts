import type { Answer, Call, Handler } from '../web-kit/index.ts';
import type { ReturnCredit, Transfer, TransferOrder } from './book.ts';
import { faultyWire, type WireParts } from './faulty-wire.ts';

const MODES = ['UPI', 'IMPS', 'NEFT', 'RTGS'];
const MOST_LISTED = 100;
export const RAZORPAYX_ACCOUNT = '7878780080316316';

const refusal = (description: string, status = 400, field: string | null = null) => ({
  json: {
    error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', reason: 'input_validation_failed', field },
  },
  status,
});

/** The routes of RazorpayX payouts. The idempotency key makes a payout unique, not the reference. */
export function razorpayxRoutes(parts: WireParts): Record<string, Handler> {
  const { book } = parts;
  const byKey = new Map<string, { readonly transactionId: string; readonly body: string }>();
  const { guarded, order: accept } = faultyWire(parts, {
    isAllowed: ({ headers }) => headers.authorization === `Basic ${Buffer.from(parts.apiKey).toString('base64')}`,
    unauthorized: () => refusal('Authentication failed', 401),
    blocked: () => refusal('Your IP is not whitelisted.', 403),
    change: (answer, fields) => {
      const json = answer.json as Record<string, unknown>;
      const items = json['items'];
      return Array.isArray(items)
        ? { json: { ...json, items: items.map((item: object) => ({ ...item, ...fields })) } }
        : { json: { ...json, ...fields } };
    },
    addRow: (answer, row) => {
      const json = answer.json as Record<string, unknown>;
      return { json: { ...json, items: [row, ...((json['items'] as unknown[] | undefined) ?? [])] } };
    },
    rupees: false,
  });
  const list = (transfers: readonly Transfer[]): Answer => ({
    json: { entity: 'collection', count: transfers.length, items: transfers.map(toPayout) },
  });
  const lookUp = guarded('fetchStatus', (_body, { query }) => {
    const reference = query.get('reference_id');
    return list(book.list().filter((transfer) => transfer.reference === reference));
  });
  const statement = guarded('accountStatement', (_body, { query }) => list(page(book.list(), query)));

  return {
    'POST /v1/payouts': guarded('initiatepayout', (body, request, rule) => {
      const key = keyOf(request);
      if (key === undefined) return refusal('Idempotency key must be 4 to 36 characters long');
      const known = key === '' ? undefined : byKey.get(key);
      if (known !== undefined) {
        book.refuseDuplicate(key);
        if (known.body !== request.text) return refusal('Different request body sent for the same idempotency key');
        return { json: toPayout(book.findByTransaction(known.transactionId) as Transfer) };
      }
      const order = readOrder(body);
      if ('json' in order) return order;
      if (rule.fault === 'invalid_field')
        return refusal('This name has letters that the bank does not print.', 400, 'fund_account.contact.name');
      if (rule.fault === 'refuse' || order.amountPaise > book.balancePaise())
        return refusal('Your account does not have enough balance to carry out the payout operation.');
      const transfer = accept(order, rule);
      if (key !== '') byKey.set(key, { transactionId: transfer.transactionId, body: request.text });
      return { json: toPayout(transfer) };
    }),
    'GET /v1/payouts': (request) => (request.query.has('reference_id') ? lookUp(request) : statement(request)),
    'GET /v1/transactions': guarded('transactions', (_body, { query }) => {
      const items = page(book.listReturns(), query).map(toTransaction);
      return { json: { entity: 'collection', count: items.length, items } };
    }),
    'GET /v1/banking_balances': guarded('fetchBalance', () => ({
      json: {
        entity: 'collection',
        count: 1,
        items: [
          {
            entity: 'banking_balance',
            currency: 'INR',
            account_number: RAZORPAYX_ACCOUNT,
            account_type: 'razorpayx_lite',
            amount: book.balancePaise(),
            available_amount: book.balancePaise(),
          },
        ],
      },
    })),
  };
}

function page<Row extends { readonly createdAt: string }>(rows: readonly Row[], query: URLSearchParams): Row[] {
  const number = (name: string, fallback: number): number => Number(query.get(name) ?? fallback) || fallback;
  const skip = number('skip', 0);
  const fits = ({ createdAt }: Row): boolean => {
    const at = Date.parse(createdAt) / 1000;
    return at >= number('from', 0) && at <= number('to', Infinity);
  };
  return rows.filter(fits).slice(skip, skip + Math.min(MOST_LISTED, number('count', 10)));
}

/** Returns the idempotency key: empty if there is none, undefined if it is invalid. */
function keyOf({ headers }: Call): string | undefined {
  const key = headers['x-payout-idempotency'];
  if (key === undefined) return '';
  return typeof key === 'string' && /^[\w -]{4,36}$/.test(key) ? key : undefined;
}

function readOrder(body: Readonly<Record<string, unknown>>): TransferOrder | ReturnType<typeof refusal> {
  const wrong = (field: string) => refusal(`The ${field} field is invalid.`, 400, field);
  const at = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const { amount, mode, reference_id: reference, fund_account: fund, narration } = body;
  if (body['account_number'] !== RAZORPAYX_ACCOUNT) return wrong('account_number');
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 100) return wrong('amount');
  if (body['currency'] !== 'INR') return wrong('currency');
  if (!MODES.includes(text(mode))) return wrong('mode');
  if (text(body['purpose']) === '') return wrong('purpose');
  if (text(reference).length > 40) return wrong('reference_id');
  if (!/^[A-Za-z0-9 ]{0,30}$/.test(text(narration))) return wrong('narration');
  const name = text(at(at(fund, 'contact'), 'name'));
  if (name.length < 3 || name.length > 50) return wrong('fund_account.contact.name');
  const vpa = text(at(at(fund, 'vpa'), 'address'));
  const bank = at(fund, 'bank_account');
  const account = text(at(bank, 'account_number'));
  const ifsc = text(at(bank, 'ifsc'));
  const isUpi = at(fund, 'account_type') === 'vpa';
  if (isUpi !== (mode === 'UPI')) return wrong('mode');
  if (isUpi && !/^[\w.-]+@[\w.-]+$/.test(vpa)) return wrong('vpa.address');
  if (!isUpi && (!/^[A-Za-z0-9]{5,35}$/.test(account) || !/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)))
    return wrong('bank_account');
  return {
    reference: text(reference),
    amountPaise: amount,
    mode: text(mode),
    beneficiary: isUpi ? vpa : `${account}@${ifsc}`,
    beneficiaryName: name,
    note: text(narration),
    wire: 'razorpayx',
  };
}

const WORDS = { PENDING: 'processing', SUCCESS: 'processed', FAILED: 'failed' } as const;

export const wordOf = ({ status, reversed }: Transfer): string => (reversed === true ? 'reversed' : WORDS[status]);

/** The credit of a returned payout. */
const toTransaction = ({ creditId, transfer, createdAt }: ReturnCredit) => ({
  id: `txn_${creditId}`,
  entity: 'transaction',
  account_number: RAZORPAYX_ACCOUNT,
  amount: transfer.amountPaise,
  currency: 'INR',
  credit: transfer.amountPaise,
  debit: 0,
  source: {
    id: `rvrsl_${creditId}`,
    entity: 'reversal',
    payout_id: `pout_${transfer.transactionId}`,
    amount: transfer.amountPaise,
  },
  created_at: Math.floor(Date.parse(createdAt) / 1000),
});

export const toPayout = (transfer: Transfer) => ({
  id: `pout_${transfer.transactionId}`,
  entity: 'payout',
  amount: transfer.amountPaise,
  currency: 'INR',
  fees: 0,
  tax: 0,
  status: wordOf(transfer),
  utr: transfer.utr,
  mode: transfer.mode,
  purpose: 'payout',
  reference_id: transfer.reference,
  narration: transfer.note,
  status_details: { description: transfer.statusText, source: 'beneficiary_bank', reason: wordOf(transfer) },
  created_at: Math.floor(Date.parse(transfer.createdAt) / 1000),
});
