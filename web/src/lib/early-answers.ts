/** Long enough for a slow processor to start the application; an answer that is older is asked for again. */
const KEPT_MS = 10_000;

interface EarlyAnswer {
  readonly token: string;
  readonly answer: Promise<Response>;
}

const early = new Map<string, EarlyAnswer>();

/** Asks before the application stands: the first to ask the same with the same token takes the answer. */
export function askEarly(url: string, token: string): void {
  const answer = fetch(url, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } });
  // Whoever takes the answer hears of the failure too.
  answer.catch(() => undefined);
  early.set(url, { token, answer });
  setTimeout(() => early.delete(url), KEPT_MS);
}

/** `fetch`, unless the same was asked early: then that answer, once. */
export const fetchOrEarly: typeof fetch = (input, init) => {
  const taken = typeof input === 'string' ? take(input, init) : undefined;
  if (taken === undefined) return fetch(input, init);
  const signal = init?.signal ?? undefined;
  return signal === undefined ? taken : Promise.race([taken, whenAborted(signal)]);
};

function take(url: string, init: RequestInit | undefined): Promise<Response> | undefined {
  const found = early.get(url);
  if (found === undefined || (init?.method ?? 'GET') !== 'GET') return undefined;
  early.delete(url);
  return new Headers(init?.headers).get('authorization') === `Bearer ${found.token}` ? found.answer : undefined;
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
