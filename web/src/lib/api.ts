import { ApiError, callRoute, queryString } from '@muneem/contract/http';
import type { AnyRoute, ApiClient, CallInput, ErrorBody, RouteAnswer, RouteQueryInput } from '@muneem/contract/http';

let client: ApiClient = { baseUrl: '', fetch: (...request) => fetch(...request), token: () => undefined };

/** Binds the calls to the host and the session. Once, before the first call, from main.tsx (and from tests). */
export function connectApi(connection: Partial<ApiClient>): void {
  client = { ...client, ...connection };
}

/** The host that the calls go to: empty for the page's own origin, never with a trailing slash. */
export const apiBaseUrl = (): string => client.baseUrl;

/**
 * Calls one route of the contract as the signed-in admin.
 * @throws ApiError (from `@muneem/contract/http`) for everything that is not the route's answer.
 */
export function api<R extends AnyRoute>(route: R, input: CallInput<R>): Promise<RouteAnswer<R>> {
  return callRoute(client, route, input);
}

/**
 * Fetches a file that the server streams. No time limit: it takes as long as there are rows.
 * @throws ApiError
 */
export async function apiFile<R extends AnyRoute>(route: R, query: RouteQueryInput<R>): Promise<Blob> {
  const token = client.token();
  const search = queryString(query as Record<string, unknown>);
  try {
    const response = await client.fetch(`${client.baseUrl}${route.path}${search === '' ? '' : `?${search}`}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    if (response.ok) return await response.blob();
    if (response.status === 401 && token !== undefined) client.onUnauthorized?.(token);
    const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
    throw new ApiError('http', response.status, body);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('network', 0, undefined, error);
  }
}

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
