import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atRate, type Caller } from './callers.ts';

/** The answers that callers got, to compare with the database afterwards. */
export interface Acknowledged {
  readonly clicks: Set<string>;
  /** The conversion ids by `click event`. */
  readonly conversions: Map<string, Set<string>>;
  readonly withdrawals: Set<string>;
  readonly decisions: Set<string>;
}

export interface LoadOptions {
  readonly callers: readonly Caller[];
  readonly platformKey: string;
  readonly adminToken: string;
  readonly offerId: string;
  /** Paths by event, with `{click_id}`. */
  readonly postbackPaths: Readonly<Record<string, string>>;
  readonly uids: readonly string[];
  readonly isOver: () => boolean;
}

const PER_SECOND = { links: 8, clicks: 8, withdrawals: 2 };

/** Sends clicks, postbacks for each click, withdrawals and approvals to every server until `isOver`. */
export function startLoad(options: LoadOptions) {
  const acknowledged: Acknowledged = {
    clicks: new Set(),
    conversions: new Map(),
    withdrawals: new Set(),
    decisions: new Set(),
  };
  const ended = Promise.all(
    options.callers.flatMap((caller) => [
      atRate(PER_SECOND.links, options.isOver, () => followLink(caller, options, acknowledged)),
      atRate(PER_SECOND.clicks, options.isOver, () => earn(caller, options, acknowledged)),
      atRate(PER_SECOND.withdrawals, options.isOver, () => withdraw(caller, options, acknowledged)),
    ]),
  );
  return { acknowledged, ended };
}

const anyOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/** A visitor follows a public link. */
async function followLink(caller: Caller, { offerId, uids }: LoadOptions, told: Acknowledged): Promise<void> {
  const answer = await caller.untilAnswered({
    path: `/track/${offerId}?uid=${anyOf(uids)}`,
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36' },
    expected: [302],
  });
  const clickId = new URL(answer?.headers.get('location') ?? 'http://x').searchParams.get('c');
  if (clickId) told.clicks.add(clickId);
}

/** The app makes a click, and the ad network sends a postback for each event. */
async function earn(caller: Caller, options: LoadOptions, told: Acknowledged): Promise<void> {
  const answer = await caller.untilAnswered({
    ...fromApp(options, '/clicks', { uid: anyOf(options.uids), offerId: options.offerId }),
  });
  if (answer === undefined) return;
  const { clickId } = JSON.parse(answer.text) as { clickId: string };
  told.clicks.add(clickId);
  for (const [event, path] of Object.entries(options.postbackPaths)) {
    // A network may repeat a postback that it did not see answered.
    for (let times = Math.random() < 0.2 ? 2 : 1; times > 0; times -= 1) {
      const stored = await caller.untilAnswered({ path: path.replace('{click_id}', clickId) });
      if (stored === undefined) return;
      const { conversionId } = JSON.parse(stored.text) as { conversionId: string };
      const name = `${clickId} ${event}`;
      told.conversions.set(name, (told.conversions.get(name) ?? new Set()).add(conversionId));
    }
  }
}

let withdrawals = 0;

/** A user asks for money, and an admin approves it. Each withdrawal has a UPI ID of its own. */
async function withdraw(caller: Caller, options: LoadOptions, told: Acknowledged): Promise<void> {
  const paymentMethod = { type: 'upi', upiId: `drill${(withdrawals += 1)}@okaxis` };
  const answer = await caller.untilAnswered(
    fromApp(options, '/withdrawals', { uid: anyOf(options.uids), coins: 10, paymentMethod }),
  );
  if (answer === undefined) return;
  const { withdrawalId } = (JSON.parse(answer.text) as { withdrawal: { withdrawalId: string } }).withdrawal;
  told.withdrawals.add(withdrawalId);
  const decision = await caller.untilAnswered({
    method: 'POST',
    path: `/api/withdrawals/${withdrawalId}/verify`,
    headers: { authorization: `Bearer ${options.adminToken}` },
    body: { approved: true },
    // 409: an earlier try was stored, and its answer was lost.
    expected: [200, 409],
  });
  if (decision) told.decisions.add(withdrawalId);
}

const fromApp = ({ platformKey }: LoadOptions, path: string, body: unknown) => ({
  method: 'POST' as const,
  path: `/api/platform${path}`,
  // The same key for every try: a repeat after a lost answer has no second effect.
  headers: { authorization: `Bearer ${platformKey}`, 'idempotency-key': randomUUID() },
  body,
});

/** Starts a tracking company that counts the deliveries that it received. */
export async function startTrackingTarget() {
  const received = new Set<string>();
  const server = createServer((request, response) => {
    received.add(String(request.headers['x-muneem-delivery']));
    response.end('{"ok":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received: () => received.size, close: () => server.close() };
}
