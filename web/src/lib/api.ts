import { ApiError, callRoute, failureOf, queryString } from '@muneem/contract/http';
import type { AnyRoute, ApiClient, CallInput, RouteAnswer, RouteQueryInput } from '@muneem/contract/http';

const browserFetch: typeof fetch = (...request) => fetch(...request);

let host = '';
let client: Promise<ApiClient> = Promise.resolve({ baseUrl: '', fetch: browserFetch, token: () => undefined });

/** The session's part of every call; the host may still be on its way, calls then wait for it. */
export interface ApiConnection extends Pick<ApiClient, 'token' | 'onUnauthorized'> {
  readonly host: string | Promise<string>;
  readonly fetch?: typeof fetch;
}

/** Binds the calls to the host and the session. Once, before the first call, from main.tsx (and from tests). */
export function connectApi({ host: found, ...session }: ApiConnection): void {
  client = Promise.resolve(found).then((baseUrl) => {
    host = baseUrl;
    return { fetch: browserFetch, ...session, baseUrl };
  });
}

/** The host of the calls, known once the first of them was made: empty for the page's own origin, no trailing slash. */
export const apiBaseUrl = (): string => host;

/**
 * Calls one route of the contract as the signed-in admin.
 * @throws ApiError (from `@muneem/contract/http`) for everything that is not the route's answer.
 */
export async function api<R extends AnyRoute>(route: R, input: CallInput<R>): Promise<RouteAnswer<R>> {
  return callRoute(await client, route, input);
}

/** `api` with a token of its own: a call about a session goes out with that session's token, whatever comes after. */
export async function apiWithToken<R extends AnyRoute>(
  token: string,
  route: R,
  input: CallInput<R>,
): Promise<RouteAnswer<R>> {
  return callRoute({ ...(await client), token: () => token }, route, input);
}

/**
 * The answer of a route that streams. No time limit: it takes as long as it takes.
 * @throws ApiError
 */
export async function apiStream<R extends AnyRoute>(
  route: R,
  query: RouteQueryInput<R>,
  signal?: AbortSignal,
): Promise<Response> {
  const { baseUrl, fetch: send, onUnauthorized, token: currentToken } = await client;
  const token = currentToken();
  const search = queryString(query);
  try {
    const response = await send(`${baseUrl}${route.path}${search === '' ? '' : `?${search}`}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) return response;
    if (response.status === 401 && token !== undefined) onUnauthorized?.(token);
    throw failureOf(response.status, await response.text());
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('network', 0, undefined, error);
  }
}

/**
 * Fetches a file that the server streams.
 * @throws ApiError
 */
export async function apiFile<R extends AnyRoute>(
  route: R,
  query: RouteQueryInput<R>,
  signal?: AbortSignal,
): Promise<Blob> {
  const response = await apiStream(route, query, signal);
  return response.blob().catch((error: unknown) => {
    throw new ApiError('network', 0, undefined, error);
  });
}

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
