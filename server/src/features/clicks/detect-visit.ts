import { createIsbotFromList, list } from 'isbot';

/**
 * Clients that count as visitors although the list of bots contains them: people open links with them. A native app's
 * web view must not lose its user's reward.
 */
const PEOPLE = [
  'okhttp/4.12.0',
  'CFNetwork/1490.0.4 Darwin/23.2.0',
  'Dalvik/2.1.0 (Linux; U; Android 13)',
  'Dart/3.2 (dart:io)',
  'curl/8.5.0',
  'Wget/1.21.4',
  'HTTPie/3.2.2',
  'PostmanRuntime/7.36.0',
  'insomnia/8.5.1',
  'python-requests/2.31.0',
  'axios/1.6.2',
  'node',
  'node-fetch/1.0',
  'undici',
  'Go-http-client/1.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
];

const isBot = createIsbotFromList(
  list.filter((pattern) => !PEOPLE.some((agent) => new RegExp(pattern, 'i').test(agent))),
);

/** Caches recent user agents: checking the list takes several µs, and few user agents are common. */
const KNOWN_AT_MOST = 2_000;
const LONGEST_KNOWN = 300;
const known = new Map<string, boolean>();

function isKnownBot(userAgent: string | null): boolean {
  if (userAgent === null || userAgent.length > LONGEST_KNOWN) return isBot(userAgent);
  let answer = known.get(userAgent);
  if (answer === undefined) {
    answer = isBot(userAgent);
    if (known.size >= KNOWN_AT_MOST) known.clear();
    known.set(userAgent, answer);
  }
  return answer;
}

export interface Visit {
  readonly method: string;
  readonly userAgent: string | null;
  /** Value of `Purpose`, `Sec-Purpose` or `X-Moz`, which browsers send with a prefetch. */
  readonly purpose: string | null;
}

/** Returns false for a prefetch, a HEAD request or a known bot. They are redirected without a click. */
export function isCounted({ method, userAgent, purpose }: Visit): boolean {
  return method === 'GET' && !/prefetch|prerender|preview/i.test(purpose ?? '') && !isKnownBot(userAgent);
}
