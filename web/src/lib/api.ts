import { ApiError, callRoute, failureOf, queryString } from '@muneem/contract/http';
import type { AnyRoute, ApiClient, CallInput, RouteAnswer, RouteQueryInput } from '@muneem/contract/http';
import { setDataAge } from './data-age.ts';

/** Longer than the lag of a read replica that the server uses. */
const CURRENT_FOR_MS = 30_000;

let changedAtMs = -Infinity;
/** True shortly after a change: a replica may not have the change yet, so reads must use the primary. */
const needsCurrent = (): boolean => Date.now() - changedAtMs < CURRENT_FOR_MS;

const browserFetch: typeof fetch = (...request) => fetch(...request);

let host = '';
let onForbidden: ApiConnection['onForbidden'];
const ages = { needsCurrent, onDataAge: setDataAge };
let client: Promise<ApiClient> = Promise.resolve({ baseUrl: '', fetch: browserFetch, token: () => undefined, ...ages });

/** The session's part of every call. Calls wait until the host is known. */
export interface ApiConnection extends Pick<ApiClient, 'token' | 'onUnauthorized'> {
  readonly host: string | Promise<string>;
  /** Called when a call was refused because of the role: it has just changed. */
  readonly onForbidden?: () => void;
  readonly fetch?: typeof fetch;
}

/** Connects the calls to the host and the session. Called once before the first call, from main.tsx and from tests. */
export function connectApi({ host: found, onForbidden: refused, ...session }: ApiConnection): void {
  onForbidden = refused;
  client = Promise.resolve(found).then((baseUrl) => {
    host = baseUrl;
    return { fetch: browserFetch, ...ages, ...session, baseUrl };
  });
}

/** The API host without a trailing slash. Empty for the page's own origin. Known after the first call. */
export const apiBaseUrl = (): string => host;

/**
 * Calls one route of the contract as the signed-in admin.
 * @throws ApiError (from `@muneem/contract/http`) for every other outcome
 */
export async function api<R extends AnyRoute>(route: R, input: CallInput<R>): Promise<RouteAnswer<R>> {
  try {
    return await callRoute(await client, route, input);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') onForbidden?.();
    throw error;
  } finally {
    // Also after a failure: the change may be stored.
    if (route.method !== 'GET') changedAtMs = Date.now();
  }
}

/**
 * Like `api`, with an explicit token. A call about a session must use that session's token, even if the token has
 * changed since.
 */
export async function apiWithToken<R extends AnyRoute>(
  token: string,
  route: R,
  input: CallInput<R>,
): Promise<RouteAnswer<R>> {
  return callRoute({ ...(await client), token: () => token }, route, input);
}

/** Returns the response of a streaming route. Has no timeout. @throws ApiError */
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
    throw failureOf(response, await response.text());
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('network', 0, undefined, error);
  }
}

/** Downloads a file that the server streams. @throws ApiError */
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

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
