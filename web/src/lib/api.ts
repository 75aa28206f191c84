import { callRoute } from '@muneem/contract/http';
import type { AnyRoute, ApiClient, CallInput, RouteAnswer } from '@muneem/contract/http';

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
