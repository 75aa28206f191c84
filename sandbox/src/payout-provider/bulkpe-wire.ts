import type { Answer, Handler } from '../web-kit/index.ts';
import type { ReturnCredit, Transfer, TransferOrder } from './book.ts';
import { faultyWire, type WireParts } from './faulty-wire.ts';

const MODES = ['UPI', 'IMPS', 'NEFT', 'RTGS'];
const STATEMENT_PAGE = 50;

const refusal = (statusCode: number, message: string, status = statusCode): Answer => ({
  json: { status: false, statusCode, message },
  status,
});
const successBody = (message: string, data: unknown) => ({ status: true, statusCode: 200, message, data });
const success = (message: string, data: unknown): Answer => ({ json: successBody(message, data) });

/** The routes of Bulkpe's payout API, as its documentation describes them. */
export function bulkpeRoutes(parts: WireParts): Record<string, Handler> {
  const { book } = parts;
  const { guarded, order: accept } = faultyWire(parts, {
    isAllowed: ({ headers }) => headers.authorization === `Bearer ${parts.apiKey}`,
    unauthorized: () => refusal(401, "You Don't Have Access"),
    blocked: () => refusal(403, 'Your IP is blocked. Please contact support.'),
    change: (answer, fields) => {
      const json = answer.json as Record<string, unknown>;
      const { data } = json;
      return {
        json: {
          ...json,
          data: Array.isArray(data)
            ? data.map((row: object) => ({ ...row, ...fields }))
            : { ...(data as object), ...fields },
        },
      };
    },
    addRow: (answer, row) => {
      const json = answer.json as Record<string, unknown>;
      return { json: { ...json, data: [row, ...((json['data'] as unknown[] | undefined) ?? [])] } };
    },
    rupees: true,
  });
  return {
    'POST /client/initiatepayout': guarded('initiatepayout', (body, _request, rule) => {
      const order = readOrder(body);
      if (typeof order === 'string') return refusal(400, order);
      if (book.findByReference(order.reference) !== null) {
        book.refuseDuplicate(order.reference);
        return refusal(400, 'Reference id already exists');
      }
      if (rule.fault === 'invalid_field') return refusal(400, 'beneficiaryName is not valid');
      if (rule.fault === 'refuse' || order.amountPaise > book.balancePaise()) {
        return refusal(400, 'Insufficient balance in your account');
      }
      return success('Payout request received', initiateData(accept(order, rule)));
    }),
    'GET /client/fetchBalance': guarded('fetchBalance', () =>
      success('Balance fetched', { Balance: book.balancePaise() / 100 }),
    ),
    'POST /client/fetchStatus': guarded('fetchStatus', (body) => {
      const named = ['transcation_id', 'reference_id'].filter(
        (name) => typeof body[name] === 'string' && body[name] !== '',
      );
      if (named.length !== 1) return refusal(400, 'Send exactly one of transcation_id and reference_id');
      const transfer =
        named[0] === 'reference_id'
          ? book.findByReference(String(body['reference_id']))
          : book.findByTransaction(String(body['transcation_id']));
      return transfer === null
        ? refusal(404, 'Transaction not found')
        : success('Status fetched', statusData(transfer));
    }),
    'POST /client/accountStatement': guarded('accountStatement', (body) => {
      const page = Math.max(1, Number(body['page']) || 1);
      const limit = Math.min(500, Math.max(1, Number(body['limit']) || STATEMENT_PAGE));
      const rows = [...book.listReturns().map(creditData), ...book.list().map(statusData)].sort((a, b) =>
        b.createdAt.localeCompare(a.createdAt),
      );
      return success('Statement fetched', rows.slice((page - 1) * limit, page * limit));
    }),
  };
}

function readOrder(body: Record<string, unknown>): TransferOrder | string {
  const text = (name: string): string => (typeof body[name] === 'string' ? body[name].trim() : '');
  const amount = body['amount'];
  const amountPaise = typeof amount === 'number' ? Math.round(amount * 100) : 0;
  if (typeof amount !== 'number' || amountPaise <= 0 || Math.abs(amount * 100 - amountPaise) > 1e-6)
    return 'amount is not valid';
  const mode = text('payment_mode');
  if (!MODES.includes(mode)) return 'payment_mode is not valid';
  if (text('reference_id') === '') return 'reference_id is required';
  if (text('beneficiaryName') === '') return 'beneficiaryName is required';
  if (mode === 'UPI' && !/^[\w.-]+@[\w.-]+$/.test(text('upi'))) return 'upi is not valid';
  if (mode !== 'UPI' && (!/^\d{6,20}$/.test(text('account_number')) || !/^[A-Z]{4}0[A-Z0-9]{6}$/.test(text('ifsc')))) {
    return 'account_number or ifsc is not valid';
  }
  return {
    reference: text('reference_id'),
    amountPaise,
    mode,
    beneficiary: mode === 'UPI' ? text('upi') : `${text('account_number')}@${text('ifsc')}`,
    beneficiaryName: text('beneficiaryName'),
    note: text('transcation_note'),
    wire: 'bulkpe',
  };
}

const dataOf = ({ transactionId, reference, amountPaise, mode }: Transfer) => ({
  transcation_id: transactionId,
  reference_id: reference,
  amount: amountPaise / 100,
  payment_mode: mode,
});

const initiateData = (transfer: Transfer) => ({
  ...dataOf(transfer),
  status: transfer.status,
  message: transfer.statusText,
});

const statusData = (transfer: Transfer) => ({
  ...dataOf(transfer),
  status: transfer.status,
  statusDescription: transfer.statusText,
  utr: transfer.utr ?? '',
  type: 'Debit',
  createdAt: transfer.createdAt,
});

/** The credit of a returned transfer. */
const creditData = ({ creditId, transfer, createdAt }: ReturnCredit) => ({
  transcation_id: creditId,
  reference_id: '',
  amount: transfer.amountPaise / 100,
  payment_mode: transfer.mode,
  payment_remark: `Return of ${transfer.reference}`,
  status: 'SUCCESS',
  statusDescription: transfer.statusText,
  utr: transfer.utr ?? '',
  type: 'Credit',
  createdAt,
});

/** The body of a webhook. */
export function bulkpeBody(transfer: Transfer) {
  const { status, createdAt: _, ...data } = statusData(transfer);
  return successBody('Transaction status', { ...data, trx_status: status });
}
