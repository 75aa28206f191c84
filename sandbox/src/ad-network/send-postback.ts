const TIMEOUT_MS = 15_000;
const TRIES = 3;

export interface PostbackOutcome {
  readonly method: string;
  readonly path: string;
  /** 0 if there was no answer. */
  readonly status: number;
  /** The reason code of the answer, or the network error. */
  readonly verdict: string;
}

/**
 * Sends a postback as GET, form or JSON. Repeats it after a 5xx or no answer, as networks do.
 * @param options.from the network's IP address, as a proxy would forward it
 */
export async function sendPostback(
  address: string,
  { random, from }: { readonly random: () => number; readonly from: string | undefined },
): Promise<PostbackOutcome> {
  const { url, init } = asRequest(address, random());
  const headers = { ...init.headers, ...(from === undefined ? {} : { 'x-forwarded-for': from }) };
  let outcome: PostbackOutcome = { method: init.method, path: url.pathname, status: 0, verdict: 'no_answer' };
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      const response = await fetch(url, {
        ...init,
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'manual',
      });
      const answer = (await response.json().catch(() => ({}))) as { code?: unknown };
      const verdict = typeof answer.code === 'string' ? answer.code : `http_${response.status}`;
      outcome = { ...outcome, status: response.status, verdict };
      if (response.status < 500) return outcome;
    } catch {
      // No answer: try again below.
    }
    await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
  }
  return outcome;
}

function asRequest(
  address: string,
  chance: number,
): { url: URL; init: { method: string; headers?: Record<string, string>; body?: string } } {
  const url = new URL(address);
  if (chance < 0.6) return { url, init: { method: 'GET' } };
  const fields = Object.fromEntries(url.searchParams);
  url.search = '';
  if (chance < 0.8) {
    return {
      url,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      },
    };
  }
  return {
    url,
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) },
  };
}
