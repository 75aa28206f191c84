import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Mailbox } from '@muneem/sandbox/mailbox';

interface World {
  /** The proxy's URL. */
  readonly url: string;
  readonly platformKey: string;
  readonly sessionToken: string;
  readonly offerId: string;
  /** The postback of the offer's event, with `{click_id}`. */
  readonly postbackUrl: string;
  readonly uids: readonly string[];
  readonly mailbox: Mailbox;
  /** Admins who sign in, each once in a minute at most. */
  readonly admins: readonly { readonly email: string; readonly password: string }[];
}

export type Traffic = ReturnType<typeof startTraffic>;

/** Calls a product through its proxy without pause and without any retry, until it is stopped. */
export function startTraffic(world: World) {
  const { url, platformKey, sessionToken, offerId, postbackUrl, uids, mailbox, admins } = world;
  /** Answered requests by kind. */
  const answered: Record<string, number> = {};
  /** One line for each request that was not answered as expected. */
  const failures: string[] = [];
  /** The conversion that each acknowledged postback named, by click. */
  const conversions = new Map<string, string>();
  const ended = new AbortController();
  let slowestMs = 0;

  async function call(kind: string, path: string, expected: number, options: RequestInit = {}): Promise<Response> {
    const began = performance.now();
    try {
      const answer = await fetch(new URL(path, url), { redirect: 'manual', ...options });
      if (answer.status !== expected) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 200)}`);
      answered[kind] = (answered[kind] ?? 0) + 1;
      return answer;
    } catch (error) {
      if (options.signal?.aborted !== true)
        failures.push(`${kind} after ${Math.round(performance.now() - began)} ms: ${describe(error)}`);
      throw error;
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - began);
    }
  }
  const loop = (everyMs: number, act: (round: number) => Promise<unknown>) => repeat(ended.signal, everyMs, act);
  const visit = async (): Promise<void> => {
    const answer = await call('visit', `/track/${offerId}?p1=x`, 302);
    await answer.arrayBuffer();
  };
  const earn = async (round: number): Promise<void> => {
    const body = { uid: uids[round % uids.length], offerId };
    const click = await call('click', '/api/platform/clicks', 200, post(platformKey, body));
    const { clickId } = (await click.json()) as { clickId: string };
    const postback = await call('postback', postbackUrl.replace('{click_id}', clickId), 200);
    const { conversionId } = (await postback.json()) as { conversionId: string };
    conversions.set(clickId, conversionId);
  };
  const signIn = async (round: number): Promise<void> => {
    const { email, password } = admins[round % admins.length]!;
    const since = new Date();
    await (await call('sign-in', '/api/auth/login', 200, post(undefined, { email, password }))).arrayBuffer();
    const { code } = await mailbox.waitForMail(email, { since });
    await (await call('code', '/api/auth/verify-otp', 200, post(undefined, { email, otp: code }))).arrayBuffer();
  };
  const session = { headers: { authorization: `Bearer ${sessionToken}` } };
  const list = (path: string) => async () => (await call('list', path, 200, session)).arrayBuffer();
  const listen = async (): Promise<void> => {
    // Ends with its server. The browser opens the next one.
    await (await call('live', '/api/live', 200, { ...session, signal: ended.signal })).text().catch(() => undefined);
  };
  const work = [
    loop(5, visit),
    loop(5, visit),
    ...Array.from({ length: 6 }, () => loop(10, earn)),
    loop(1_500, signIn),
    loop(500, list('/api/users')),
    loop(500, list('/api/conversion-reports')),
    loop(500, list('/api/withdrawals/all')),
  ];
  void loop(500, listen);
  return {
    answered,
    failures,
    conversions,
    slowestMs: () => slowestMs,
    async stop() {
      ended.abort();
      await Promise.all(work);
    },
  };
}

/** Repeats an act until the signal. A failed call is counted, and the next round goes on. */
async function repeat(ended: AbortSignal, everyMs: number, act: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; !ended.aborted; round += 1) {
    await act(round).catch(() => undefined);
    await wait(everyMs);
  }
}

const post = (token: string | undefined, body: object): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(token && { authorization: `Bearer ${token}` }),
  },
  body: JSON.stringify(body),
});

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
