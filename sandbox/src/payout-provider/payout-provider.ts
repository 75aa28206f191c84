import { startSite, type Answer, type Handler } from '../web-kit/index.ts';
import { createBook, type Book, type Transfer, type Wire } from './book.ts';
import { bulkpeRoutes } from './bulkpe-wire.ts';
import { controlPage } from './control-page.ts';
import { createFaultSwitch, isFaultRule, type FaultRule, type FaultSwitch } from './faults.ts';
import type { WireParts } from './faulty-wire.ts';
import { razorpayxRoutes } from './razorpayx-wire.ts';
import { createWebhooks, type Deliver, type Later, type Webhooks, type WebhookSettings } from './webhooks.ts';

export const SANDBOX_WEBHOOK_SECRET = 'sandbox-webhook-secret';

const ROUTES: Readonly<Record<Wire, (parts: WireParts) => Record<string, Handler>>> = {
  bulkpe: bulkpeRoutes,
  razorpayx: razorpayxRoutes,
};

export interface PayoutProviderOptions {
  /** The key that the product must send: Bulkpe's bearer token, or `key id:key secret` of RazorpayX. */
  readonly apiKey: string;
  /** Signs the webhooks of RazorpayX. */
  readonly webhookSecret?: string;
  readonly port?: number;
  /** The file of the book. Without it the book is in memory. */
  readonly bookFile?: string;
  readonly openingBalanceRupees?: number;
  readonly faults?: readonly FaultRule[];
  readonly webhooks?: Partial<WebhookSettings>;
  readonly random?: () => number;
  /** For simulations: the clock, its timers, and the delivery of webhooks. */
  readonly now?: () => Date;
  readonly later?: Later;
  readonly deliver?: Deliver;
}

export interface PayoutProvider {
  readonly url: string;
  readonly port: number;
  readonly book: Book;
  readonly faults: FaultSwitch;
  readonly webhooks: Webhooks;
  close(): Promise<void>;
}

/**
 * Starts a simulated payout provider on its own port: Bulkpe's API below `/client`, RazorpayX's below `/v1`, and
 * switches for faults below `/sandbox`. It keeps its own book. Bulkpe pays a reference once and refuses a repeat.
 * RazorpayX answers a repeated idempotency key with the first payout.
 */
export async function startPayoutProvider(options: PayoutProviderOptions): Promise<PayoutProvider> {
  const { apiKey, port = 0, bookFile, openingBalanceRupees = 1_000_000, random = Math.random } = options;
  const { now = () => new Date(), deliver, webhookSecret = SANDBOX_WEBHOOK_SECRET } = options;
  const book = createBook({ file: bookFile, openingBalancePaise: openingBalanceRupees * 100, now });
  const faults = createFaultSwitch(random);
  faults.set(options.faults ?? []);
  const timers = new Set<NodeJS.Timeout>();
  const wait: Later = (ms, work) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const { later = wait } = options;
  const webhooks = createWebhooks(options.webhooks ?? {}, { later, random, deliver, secret: webhookSecret });

  const settleLater = (transactionId: string, status: 'SUCCESS' | 'FAILED', delayMs: number): void =>
    later(delayMs, () => {
      const text = status === 'SUCCESS' ? 'Paid' : 'Returned by the beneficiary bank';
      webhooks.tell(book.settle(transactionId, status, text));
    });
  // After a restart, transfers that were pending are paid.
  for (const transfer of book.list()) {
    if (transfer.status === 'PENDING') settleLater(transfer.transactionId, 'SUCCESS', 1_000);
  }

  const parts = {
    book,
    faults,
    apiKey,
    tell: (transfer: Transfer) => webhooks.tell(transfer),
    settleLater: (transfer: Transfer, status: 'SUCCESS' | 'FAILED', delayMs: number) =>
      settleLater(transfer.transactionId, status, delayMs),
  };
  const site = await startSite(
    {
      ...Object.fromEntries(Object.values(ROUTES).flatMap((routes) => Object.entries(routes(parts)))),
      ...controlRoutes(book, faults, webhooks),
    },
    { port },
  );
  return {
    url: site.url,
    port: site.port,
    book,
    faults,
    webhooks,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await site.close();
    },
  };
}

function controlRoutes(book: Book, faults: FaultSwitch, webhooks: Webhooks): Record<string, Handler> {
  const bad = (message: string): Answer => ({ json: { message }, status: 400 });
  return {
    'GET /': () => ({ html: controlPage(book, faults.rules()) }),
    'GET /sandbox/book': () => ({
      json: { ...book.summary(), webhooks: webhooks.sent(), newest: book.list().slice(0, 500) },
    }),
    'GET /sandbox/faults': () => ({ json: faults.rules() }),
    'PUT /sandbox/faults': ({ body }) => {
      if (!Array.isArray(body) || !body.every(isFaultRule))
        return bad('Send a list of {fault, call?, times?, share?, delayMs?}.');
      faults.set(body);
      return { json: faults.rules() };
    },
    'POST /sandbox/faults/form': ({ body }) => {
      const { fault = '', call = '', times = '' } = body as Record<string, string>;
      const rule = { fault, call, ...(times === '' ? {} : { times: Number(times) }) };
      if (fault !== '' && !isFaultRule(rule)) return bad('There is no such fault.');
      faults.set(isFaultRule(rule) ? [rule] : []);
      return { redirect: '/' };
    },
    'PUT /sandbox/webhooks': ({ body }) => {
      webhooks.set(body as Partial<WebhookSettings>);
      return { json: webhooks.settings() };
    },
    'POST /sandbox/reverse': ({ body }) => {
      const { reference } = (body ?? {}) as { reference?: unknown };
      const transfer = book.findByReference(String(reference));
      if (transfer?.status !== 'SUCCESS') return bad('Send {"reference": "…"} of a transfer that was paid.');
      const reversed = book.settle(transfer.transactionId, 'FAILED', 'Returned by the beneficiary bank');
      webhooks.tell(reversed);
      return { json: reversed };
    },
    'POST /sandbox/fund': ({ body }) => {
      const { rupees } = (body ?? {}) as { rupees?: unknown };
      if (typeof rupees !== 'number') return bad('Send {"rupees": 1000}.');
      book.fund(Math.round(rupees * 100));
      return { json: book.summary() };
    },
  };
}
