import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Call, Handler } from '../web-kit/index.ts';
import type { Book, Transfer, TransferOrder } from './book.ts';
import type { Fault, FaultSwitch, ProviderCall } from './faults.ts';

const MODES = ['UPI', 'IMPS', 'NEFT', 'RTGS'];
const DEFAULT_DELAY_MS = 2_000;
const STATEMENT_PAGE = 50;

export interface WireParts {
  readonly book: Book;
  readonly faults: FaultSwitch;
  readonly apiKey: string;
  readonly tell: (transfer: Transfer) => void;
  readonly settleLater: (transfer: Transfer, status: 'SUCCESS' | 'FAILED', delayMs: number) => void;
}

const refusal = (statusCode: number, message: string, status = statusCode): Answer => ({
  json: { status: false, statusCode, message },
  status,
});
const success = (message: string, data: unknown): Answer => ({
  json: { status: true, statusCode: 200, message, data },
});

/** The routes of Bulkpe's payout API, spoken like its documentation says. */
export function bulkpeRoutes(parts: WireParts): Record<string, Handler> {
  const guarded =
    (
      call: ProviderCall,
      handler: (
        body: Record<string, unknown>,
        request: Call,
        fault: Fault | undefined,
        delayMs: number,
      ) => Answer | Promise<Answer>,
    ): Handler =>
    async (request) => {
      const { fault, delayMs = DEFAULT_DELAY_MS } = parts.faults.take(call) ?? {};
      if (request.headers.authorization !== `Bearer ${parts.apiKey}` || fault === 'unauthorized') {
        return refusal(401, "You Don't Have Access");
      }
      if (fault === 'ip_blocked') return refusal(403, 'Your IP is blocked. Please contact support.');
      if (fault === 'slow') await wait(delayMs);
      const early = beforeTheBook(fault, request);
      if (early !== undefined) return early;
      const body = typeof request.body === 'object' && request.body !== null ? request.body : {};
      return handler(body as Record<string, unknown>, request, fault, delayMs);
    };
  /** A call that only reads: every fault hits its answer. */
  const reading = (call: ProviderCall, read: (body: Record<string, unknown>) => Answer): Handler =>
    guarded(call, (body, request, fault) => spoil(fault, read(body), request));

  return {
    'POST /client/initiatepayout': guarded('initiatepayout', (body, request, fault, delayMs) => {
      const order = readOrder(body);
      if (typeof order === 'string') return refusal(400, order);
      if (parts.book.findByReference(order.reference) !== undefined) {
        parts.book.refuseDuplicate(order.reference);
        return refusal(400, 'Reference id already exists');
      }
      if (fault === 'refuse' || order.amountPaise > parts.book.balancePaise()) {
        return refusal(400, 'Insufficient balance in your account');
      }
      const transfer = book(parts, order, fault, delayMs);
      return spoil(fault, success('Payout request received', initiateData(transfer)), request);
    }),
    'GET /client/fetchBalance': reading('fetchBalance', () =>
      success('Balance fetched', { Balance: parts.book.balancePaise() / 100 }),
    ),
    'POST /client/fetchStatus': reading('fetchStatus', (body) => {
      const named = ['transcation_id', 'reference_id'].filter(
        (name) => typeof body[name] === 'string' && body[name] !== '',
      );
      if (named.length !== 1) return refusal(400, 'Send exactly one of transcation_id and reference_id');
      const transfer =
        named[0] === 'reference_id'
          ? parts.book.findByReference(String(body['reference_id']))
          : parts.book.findByTransaction(String(body['transcation_id']));
      return transfer === undefined
        ? refusal(404, 'Transaction not found')
        : success('Status fetched', statusData(transfer));
    }),
    'POST /client/accountStatement': reading('accountStatement', (body) => {
      const page = Math.max(1, Number(body['page']) || 1);
      const limit = Math.min(500, Math.max(1, Number(body['limit']) || STATEMENT_PAGE));
      const all = parts.book.list();
      return success('Statement fetched', all.slice((page - 1) * limit, page * limit).map(statusData));
    }),
  };
}

/** Notes the transfer down, with the status that the fault asks for, and tells of it. */
function book(parts: WireParts, order: TransferOrder, fault: Fault | undefined, delayMs: number): Transfer {
  const pending = fault === 'pending' || fault === 'pending_then_failed' || fault === 'pending_forever';
  const status = fault === 'failed' ? 'FAILED' : pending ? 'PENDING' : 'SUCCESS';
  const text = { FAILED: 'Rejected by the beneficiary bank', PENDING: 'Being processed', SUCCESS: 'Paid' }[status];
  const transfer = parts.book.accept(order, status, text);
  parts.tell(transfer);
  if (fault === 'pending') parts.settleLater(transfer, 'SUCCESS', delayMs);
  if (fault === 'pending_then_failed') parts.settleLater(transfer, 'FAILED', delayMs);
  return transfer;
}

function beforeTheBook(fault: Fault | undefined, { raw }: Call): Answer | undefined {
  if (fault === 'timeout_before') return { handled: true };
  if (fault === 'http_503') return { text: 'Service Unavailable', status: 503 };
  if (fault !== 'cut_before') return undefined;
  raw.destroy();
  return { handled: true };
}

/** What leaves instead of the right answer. */
function spoil(fault: Fault | undefined, right: Answer, { raw }: Call): Answer {
  const change = (data: Record<string, unknown>): Answer => {
    const { json } = right as { json: Record<string, unknown> };
    return { json: { ...json, data: { ...(json['data'] as object), ...data } } };
  };
  switch (fault) {
    case 'timeout':
      return { handled: true };
    case 'cut':
      raw.destroy();
      return { handled: true };
    case 'cut_midway': {
      const text = 'json' in right ? JSON.stringify(right.json) : '';
      raw.writeHead(200, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) });
      raw.write(text.slice(0, Math.ceil(text.length / 2)), () => raw.destroy());
      return { handled: true };
    }
    case 'http_500':
      return { text: 'Internal Server Error', status: 500 };
    case 'html_200':
      return { html: '<!doctype html><title>Gateway</title><h1>Please wait…</h1>' };
    case 'empty_200':
      return { text: '' };
    case 'no_status':
      return change({ status: undefined });
    case 'unknown_status':
      return change({ status: 'ACCEPTED_FOR_BATCH' });
    case 'other_amount':
      return change({ amount: 1 });
    case 'other_reference':
      return change({ reference_id: 'somebody-else' });
    default:
      return right;
  }
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
  };
}

const initiateData = (transfer: Transfer) => ({
  transcation_id: transfer.transactionId,
  reference_id: transfer.reference,
  amount: transfer.amountPaise / 100,
  payment_mode: transfer.mode,
  status: transfer.status,
  message: transfer.statusText,
});

const statusData = (transfer: Transfer) => ({
  transcation_id: transfer.transactionId,
  reference_id: transfer.reference,
  amount: transfer.amountPaise / 100,
  payment_mode: transfer.mode,
  status: transfer.status,
  statusDescription: transfer.statusText,
  utr: transfer.utr ?? '',
  createdAt: transfer.createdAt,
});
