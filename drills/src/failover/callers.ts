import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const RETRY_EVERY_MS = 200;
/** Calls in flight for each kind and server. The oldest ones wait for the database. */
const MOST_IN_FLIGHT = 60;

/** Everything that the callers saw. */
export interface Sightings {
  /** When each acknowledged write was answered, by server. */
  readonly writes: Map<string, number[]>;
  /** Answers that a caller must never get: 5xx other than 503, a refusal without Retry-After, 401. */
  readonly wrong: Map<string, number>;
  /** 503 with Retry-After, and broken connections. Callers try again. */
  retries: number;
  signedOut: number;
}

export const createSightings = (): Sightings => ({ writes: new Map(), wrong: new Map(), retries: 0, signedOut: 0 });

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Statuses that are answers. Default: 200. */
  readonly expected?: readonly number[];
}

export type Caller = ReturnType<typeof createCaller>;

/** Creates a caller of one server: it repeats a call until the server answers it, as ad networks and apps do. */
export function createCaller(url: string, sightings: Sightings, isOver: () => boolean) {
  sightings.writes.set(url, []);
  const count = (what: string): void => void sightings.wrong.set(what, (sightings.wrong.get(what) ?? 0) + 1);
  return {
    url,
    /** @returns undefined when the drill ends first */
    async untilAnswered({ method = 'GET', path, headers = {}, body, expected = [200] }: Call) {
      while (!isOver()) {
        try {
          const response = await fetch(url + path, {
            method,
            headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
            redirect: 'manual',
            signal: AbortSignal.timeout(TIMEOUT_MS),
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          });
          const text = await response.text();
          const { status } = response;
          if (expected.includes(status)) {
            sightings.writes.get(url)?.push(performance.now());
            return { status, headers: response.headers, text };
          }
          // 409: the first try with this Idempotency-Key may still run.
          const isInvited = (status === 503 || status === 409) && response.headers.has('retry-after');
          if (status === 401) sightings.signedOut += 1;
          if (isInvited) sightings.retries += 1;
          else
            count(
              `${method} ${path.split('?')[0]?.replaceAll(/[0-9A-Za-z_]{20,}/g, '…')}: ${status} ${text.slice(0, 200)}`,
            );
        } catch (error) {
          // Timeouts of a whole half minute are wrong. A killed server breaks its connections.
          if ((error as Error).name === 'TimeoutError')
            count(`no answer in ${TIMEOUT_MS / 1000} s: ${path.split('?')[0]}`);
          sightings.retries += 1;
        }
        await wait(RETRY_EVERY_MS);
      }
      return undefined;
    },
  };
}

/** Starts `work` at a fixed rate, even if earlier calls still wait. @returns a promise of the end of all calls */
export async function atRate(perSecond: number, isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  while (!isOver()) {
    if (inFlight.size < MOST_IN_FLIGHT) {
      const call = work().finally(() => inFlight.delete(call));
      inFlight.add(call);
    }
    await wait(1_000 / perSecond);
  }
  await Promise.all(inFlight);
}

/** The longest time without an acknowledged write that ends after `since`, in seconds, counted from `since` on. */
export function longestPauseS(times: readonly number[], since: number, until: number): number {
  let last = since;
  let longest = 0;
  for (const at of [...times.filter((time) => time > since && time < until), until]) {
    longest = Math.max(longest, at - last);
    last = at;
  }
  return longest / 1_000;
}
