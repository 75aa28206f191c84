import { setTimeout as wait } from 'node:timers/promises';
import { startSite, type Answer, type Handler } from '../web-kit/index.ts';
import { createBook, type Book, type Wire } from './book.ts';
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
  readonly port?: number;
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

export type PayoutProvider = Awaited<ReturnType<typeof startPayoutProvider>>;

/**
 * Starts a simulated payout provider on its own port: Bulkpe's API below `/client`, RazorpayX's below `/v1`, and
 * switches for faults below `/sandbox`. It keeps its own book. Bulkpe pays a reference once and refuses a repeat.
 * RazorpayX answers a repeated idempotency key with the first payout.
 */
export async function startPayoutProvider(options: PayoutProviderOptions) {
  const { apiKey, port = 0, bookFile, openingBalanceRupees = 1_000_000, random = Math.random } = options;
  const { now = () => new Date(), deliver } = options;
  const book = createBook({ file: bookFile, openingBalancePaise: openingBalanceRupees * 100, now });
  const faults = createFaultSwitch(random);
  faults.set(options.faults ?? []);
  const closing = new AbortController();
  const onWallClock: Later = (ms, work) =>
    void wait(ms, undefined, { signal: closing.signal }).then(work, () => undefined);
  const { later = onWallClock } = options;
  const webhooks = createWebhooks(options.webhooks ?? {}, { later, random, deliver, secret: SANDBOX_WEBHOOK_SECRET });

  const settleLater: WireParts['settleLater'] = ({ transactionId }, status, delayMs) =>
    later(delayMs, () => {
      const text = status === 'SUCCESS' ? 'Paid' : 'Returned by the beneficiary bank';
      webhooks.tell(
        status === 'RETURNED' ? book.giveBack(transactionId, text) : book.settle(transactionId, status, text),
      );
    });
  // After a restart, transfers that were pending are paid.
  for (const transfer of book.list()) if (transfer.status === 'PENDING') settleLater(transfer, 'SUCCESS', 1_000);

  const parts = { book, faults, apiKey, tell: webhooks.tell, settleLater };
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
      closing.abort();
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
  };
}
