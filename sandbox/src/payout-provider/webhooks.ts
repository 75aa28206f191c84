import type { Transfer } from './book.ts';

const TIMEOUT_MS = 5_000;
const RETRY_AFTER_MS = [500, 2_000];

/** How the provider tells of a change of status. */
export interface WebhookSettings {
  /** Without it nothing is sent. */
  readonly url: string | undefined;
  /** 2: every one comes twice. */
  readonly copies: number;
  readonly delayMs: number;
  /** The word of the earlier status comes after that of the later one. */
  readonly reordered: boolean;
}

export interface Webhooks {
  set(settings: Partial<WebhookSettings>): void;
  settings(): WebhookSettings;
  /** Never waits and never fails. */
  tell(transfer: Transfer): void;
  sent(): { readonly delivered: number; readonly failed: number };
  stop(): void;
}

export function createWebhooks(initial: Partial<WebhookSettings> = {}): Webhooks {
  let settings: WebhookSettings = { url: undefined, copies: 1, delayMs: 50, reordered: false, ...initial };
  let delivered = 0;
  let failed = 0;
  const held = new Map<string, Transfer>();
  const timers = new Set<NodeJS.Timeout>();

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  function send(transfer: Transfer, attempt = 0): void {
    const { url } = settings;
    if (url === undefined) return;
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(webhookBody(transfer)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    })
      .then(
        (response) => response.ok,
        () => false,
      )
      .then(
        (ok) => {
          if (ok) delivered += 1;
          else if (RETRY_AFTER_MS[attempt] === undefined) failed += 1;
          else later(RETRY_AFTER_MS[attempt], () => send(transfer, attempt + 1));
        },
        () => undefined,
      );
  }

  const queue = (transfer: Transfer, extraMs = 0): void => {
    for (let copy = 0; copy < settings.copies; copy += 1) later(settings.delayMs + extraMs, () => send(transfer));
  };

  return {
    set(changed) {
      settings = { ...settings, ...changed };
    },
    settings: () => settings,
    tell(transfer) {
      if (settings.url === undefined) return;
      if (settings.reordered && transfer.status === 'PENDING') {
        held.set(transfer.transactionId, transfer);
        return;
      }
      queue(transfer);
      const earlier = held.get(transfer.transactionId);
      if (earlier === undefined) return;
      held.delete(transfer.transactionId);
      queue(earlier, 100);
    },
    sent: () => ({ delivered, failed }),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

const webhookBody = (transfer: Transfer) => ({
  status: true,
  statusCode: 200,
  message: 'Transaction status',
  data: {
    reference_id: transfer.reference,
    transcation_id: transfer.transactionId,
    trx_status: transfer.status,
    amount: transfer.amountPaise / 100,
    payment_mode: transfer.mode,
    utr: transfer.utr ?? '',
    statusDescription: transfer.statusText,
  },
});
