import { createHmac } from 'node:crypto';
import type { Transfer, Wire } from './book.ts';
import { bulkpeBody } from './bulkpe-wire.ts';
import { toPayout, wordOf } from './razorpayx-wire.ts';

const TIMEOUT_MS = 5_000;
const RETRY_AFTER_MS = [500, 2_000];

/** How the provider reports a change of status. */
export interface WebhookSettings {
  /** The target. Without it no webhook is sent. */
  readonly url: string | undefined;
  readonly copies: number;
  /** Share of webhooks that are sent `copies` times, from 0 to 1. */
  readonly copiesShare: number;
  readonly delayMs: number;
  /** Sends the webhook of the earlier status after the webhook of the later status. */
  readonly reordered: boolean;
  /** Share of transfers that `reordered` applies to, from 0 to 1. */
  readonly reorderedShare: number;
}

/** A timer on the wall clock or on a simulated clock. */
export type Later = (ms: number, work: () => void) => void;

/** Sends one webhook. @returns whether the receiver accepted it */
export type Deliver = (url: string, body: object, headers: Readonly<Record<string, string>>) => Promise<boolean>;

export interface WebhookParts {
  readonly later: Later;
  readonly random: () => number;
  readonly deliver?: Deliver | undefined;
  /** Signs the webhooks in RazorpayX format. */
  readonly secret: string;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(
  initial: Partial<WebhookSettings>,
  { later, random, deliver = post, secret }: WebhookParts,
) {
  let settings: WebhookSettings = {
    url: undefined,
    copies: 1,
    copiesShare: 1,
    delayMs: 50,
    reordered: false,
    reorderedShare: 1,
    ...initial,
  };
  let delivered = 0;
  let failed = 0;
  const held = new Map<string, Transfer>();

  async function send(transfer: Transfer, attempt = 0): Promise<void> {
    const { url } = settings;
    if (url === undefined) return;
    const { bodyOf, signatureHeader } = FORMATS[transfer.wire ?? 'bulkpe'];
    const body = bodyOf(transfer);
    const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex');
    const headers = signatureHeader === undefined ? {} : { [signatureHeader]: signature };
    await deliver(url, body, headers).then(
      (ok) => {
        if (ok) delivered += 1;
        else if (RETRY_AFTER_MS[attempt] === undefined) failed += 1;
        else later(RETRY_AFTER_MS[attempt], () => void send(transfer, attempt + 1));
      },
      () => undefined,
    );
  }

  const chance = (share: number): boolean => share >= 1 || random() < share;
  const queue = (transfer: Transfer, whenAnswered?: () => void): void => {
    const copies = chance(settings.copiesShare) ? settings.copies : 1;
    for (let copy = 0; copy < copies; copy += 1)
      later(settings.delayMs, () => void send(transfer).then(copy === 0 ? whenAnswered : undefined));
  };

  return {
    set(changed: Partial<WebhookSettings>) {
      settings = { ...settings, ...changed };
    },
    settings: () => settings,
    /** Sends the webhooks of a transfer later. Never waits and never fails. */
    tell(transfer: Transfer): void {
      if (settings.url === undefined) return;
      if (settings.reordered && transfer.status === 'PENDING' && chance(settings.reorderedShare)) {
        held.set(transfer.transactionId, transfer);
        return;
      }
      const earlier = held.get(transfer.transactionId);
      held.delete(transfer.transactionId);
      // One after the other: each webhook has its own connection, and a busy machine may swap them.
      queue(transfer, earlier && (() => queue(earlier)));
    },
    sent: () => ({ delivered, failed }),
  };
}

const post: Deliver = (url, body, headers) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
  }).then(
    (response) => response.ok,
    () => false,
  );

const razorpayxBody = (transfer: Transfer) => ({
  entity: 'event',
  event: `payout.${wordOf(transfer)}`,
  contains: ['payout'],
  payload: { payout: { entity: toPayout(transfer) } },
});

interface WebhookFormat {
  readonly bodyOf: (transfer: Transfer) => object;
  /** Without it the webhooks are unsigned. */
  readonly signatureHeader?: string;
}

const FORMATS: Readonly<Record<Wire, WebhookFormat>> = {
  bulkpe: { bodyOf: bulkpeBody },
  razorpayx: { bodyOf: razorpayxBody, signatureHeader: 'x-razorpay-signature' },
};
