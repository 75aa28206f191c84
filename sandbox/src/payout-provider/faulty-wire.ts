import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Call, Handler } from '../web-kit/index.ts';
import type { Book, Transfer, TransferOrder } from './book.ts';
import type { Fault, FaultRule, FaultSwitch, ProviderCall } from './faults.ts';

const DEFAULT_DELAY_MS = 2_000;

export interface WireParts {
  readonly book: Book;
  readonly faults: FaultSwitch;
  readonly apiKey: string;
  readonly tell: (transfer: Transfer) => void;
  readonly settleLater: (transfer: Transfer, status: 'SUCCESS' | 'FAILED' | 'RETURNED', delayMs: number) => void;
}

type JsonAnswer = Extract<Answer, { json: unknown }>;
type Body = Readonly<Record<string, unknown>>;

/** The differences between the two HTTP interfaces. */
export interface Language {
  readonly isAllowed: (request: Call) => boolean;
  readonly unauthorized: () => Answer;
  readonly blocked: () => Answer;
  /** Returns the statement with one more row. */
  readonly addRow: (answer: JsonAnswer, row: unknown) => Answer;
  /** Returns the correct answer with some fields of the transfer changed. */
  readonly change: (answer: JsonAnswer, fields: Record<string, unknown>) => Answer;
  /** True if amounts are rupees, false if paise. */
  readonly rupees: boolean;
}

export interface FaultyWire {
  /** Sends the correct `answer`, unless a fault is set for this call. */
  guarded(call: ProviderCall, answer: (body: Body, request: Call, rule: Partial<FaultRule>) => Answer): Handler;
  /** Records a transfer with the status that the fault sets, and sends its webhook. */
  order(order: TransferOrder, rule: Partial<FaultRule>): Transfer;
}

/** Applies the faults that both HTTP interfaces share. */
export function faultyWire(parts: WireParts, language: Language): FaultyWire {
  return {
    guarded: (call, answer) => async (request) => {
      const rule: Partial<FaultRule> = parts.faults.take(call) ?? {};
      const { fault, delayMs = DEFAULT_DELAY_MS } = rule;
      if (!language.isAllowed(request) || fault === 'unauthorized') return language.unauthorized();
      if (fault === 'ip_blocked') return language.blocked();
      if (fault === 'slow') await wait(delayMs);
      const early = faultBeforeBooking(fault, request);
      if (early !== undefined) return early;
      const body = typeof request.body === 'object' && request.body !== null ? request.body : {};
      return faultyAnswer(fault, answer(body as Body, request, rule), request, language);
    },
    order(order, { fault, delayMs = DEFAULT_DELAY_MS }) {
      const pending = fault === 'pending' || fault === 'pending_then_failed' || fault === 'pending_forever';
      const fails = fault === 'failed' || fault === 'failed_then_paid';
      const status = fails ? 'FAILED' : pending ? 'PENDING' : 'SUCCESS';
      const text = { FAILED: 'Rejected by the beneficiary bank', PENDING: 'Being processed', SUCCESS: 'Paid' }[status];
      const transfer = parts.book.accept(order, status, text);
      parts.tell(transfer);
      if (fault === 'pending' || fault === 'failed_then_paid') parts.settleLater(transfer, 'SUCCESS', delayMs);
      if (fault === 'pending_then_failed' || fault === 'paid_failed_paid')
        parts.settleLater(transfer, 'FAILED', delayMs);
      if (fault === 'paid_then_reversed') parts.settleLater(transfer, 'RETURNED', delayMs);
      if (fault === 'paid_failed_paid') parts.settleLater(transfer, 'SUCCESS', 2 * delayMs);
      return transfer;
    },
  };
}

function faultBeforeBooking(fault: Fault | undefined, { raw }: Call): Answer | undefined {
  if (fault === 'timeout_before') return { handled: true };
  if (fault === 'http_503') return { text: 'Service Unavailable', status: 503 };
  if (fault !== 'cut_before') return undefined;
  raw.destroy();
  return { handled: true };
}

/** Replaces the correct answer by a faulty one. */
function faultyAnswer(
  fault: Fault | undefined,
  right: Answer,
  { raw }: Call,
  { change, addRow, rupees }: Language,
): Answer {
  const changed = (fields: Record<string, unknown>): Answer => ('json' in right ? change(right, fields) : right);
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
    case 'in_process_400':
      return {
        json: {
          status: false,
          message: 'Transaction is in process',
          error: { description: 'Transaction is in process' },
        },
        status: 400,
      };
    case 'html_200':
      return { html: '<!doctype html><title>Gateway</title><h1>Please wait…</h1>' };
    case 'empty_200':
      return { text: '' };
    case 'no_status':
      return changed({ status: undefined });
    case 'unknown_status':
      return changed({ status: 'ACCEPTED_FOR_BATCH' });
    case 'other_amount':
      return changed({ amount: rupees ? 1 : 100 });
    case 'other_reference':
      return changed({ reference_id: 'another-reference' });
    case 'null_reference':
      return changed({ reference_id: null });
    case 'control_characters':
      return changed({
        utr: 'UTR\u0000-1',
        message: 'Pa\u0000id',
        statusDescription: 'Pa\u0000id',
        failure_reason: '\u0000',
      });
    case 'nul_bytes':
      return { text: '\u0000\u0000Gateway' };
    case 'says_success':
      return { json: { status: false, message: 'Success', error: { description: 'Success' } }, status: 400 };
    case 'balance_text':
      return changed({ Balance: '1,234.50', available_amount: '123450' });
    case 'odd_row':
      return 'json' in right ? addRow(right, { transcation_id: 'ODD-1', id: 'odd_1', amount: 'n/a' }) : right;
    default:
      return right;
  }
}
