import { DATA_AGE_HEADER, FRESH } from './define-route.ts';
import type { AnyRoute, RouteAnswer, RouteBodyInput, RouteParams, RouteQueryInput } from './define-route.ts';
import type { ErrorBody } from './errors.ts';

/** The specification's request timeout (document 000 §9). */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Maximum characters of a proxy's message. Enough to recognise it. */
const MAX_BODY_TEXT = 200;

/** A call without a usable answer. `status` 0: no answer (network, timeout, cancelled). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly kind: 'http' | 'network' | 'timeout' | 'aborted' | 'format';
  /** The server's message, if any. The specification shows it instead of its fixed texts. */
  readonly serverMessage: string | undefined;
  readonly code: string | undefined;
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** The beginning of an answer in a wrong format. Undefined for an HTML page, which explains nothing. */
  readonly bodyText: string | undefined;
  /** The request's id in the server's log. Undefined without an answer. */
  readonly requestId: string | undefined;

  constructor(
    kind: ApiError['kind'],
    status: number,
    body?: Partial<ErrorBody>,
    cause?: unknown,
    { text = '', requestId }: { readonly text?: string; readonly requestId?: string | undefined } = {},
  ) {
    super(body?.message ?? (kind === 'http' ? wordless(status, text) : kind), { cause });
    this.kind = kind;
    this.status = status;
    this.serverMessage = body?.message;
    this.code = body?.code;
    this.fieldErrors = body?.errors ?? {};
    this.requestId = requestId;
    const plain = isPage(text) ? '' : text.replaceAll(/\s+/g, ' ').trim();
    this.bodyText = plain.slice(0, MAX_BODY_TEXT) || undefined;
  }
}

/** HTML or XML, whatever its content type. */
const isPage = (text: string): boolean => /^\s*</.test(text);

/** Returns a message for a failure without one. */
function wordless(status: number, text: string): string {
  if (isPage(text)) return `The server returned an error page (HTTP status: ${status}).`;
  return status < 400 ? 'The server refused the request without a reason.' : `HTTP error! status: ${status}`;
}

/** Dependencies of a call. */
export interface ApiClient {
  /** Without a trailing slash; empty for the same origin. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** The bearer token to send, or undefined for none. */
  readonly token: () => string | undefined;
  /** Returns true if a route with `mayLag` must answer with current data. */
  readonly needsCurrent?: () => boolean;
  /** Called with the age of the data of each answer of a route with `mayLag`. */
  readonly onDataAge?: (route: AnyRoute, ageMs: number) => void;
  /** Called when a call that carried a token was answered 401. */
  readonly onUnauthorized?: (token: string) => void;
}

type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Key]: Value };
type OptionalPart<Key extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Key]?: Value };

export type CallInput<R extends AnyRoute> = Part<'params', RouteParams<R>> &
  OptionalPart<'query', RouteQueryInput<R>> &
  Part<'body', RouteBodyInput<R>> & {
    readonly signal?: AbortSignal;
    readonly idempotencyKey?: string;
    readonly timeoutMs?: number;
  };

/** Fills `:name` in a route's path; every value is URL-encoded. */
export function routePath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Returns `page=1&search=x`, without undefined, null and empty values. */
export function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    search.append(key, Array.isArray(value) ? value.join(',') : String(value));
  }
  return search.toString();
}

/**
 * Calls a route of the contract. @returns the answer, as the server parsed it through the route's schema
 * @throws ApiError for every other outcome; kind `format` if the answer is no JSON
 */
export async function callRoute<R extends AnyRoute>(
  client: ApiClient,
  route: R,
  input: CallInput<R>,
): Promise<RouteAnswer<R>> {
  const {
    params,
    query,
    body,
    signal,
    idempotencyKey,
    timeoutMs = REQUEST_TIMEOUT_MS,
  } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    signal?: AbortSignal;
    idempotencyKey?: string;
    timeoutMs?: number;
  };
  const search = queryString(query);
  const token = client.token();
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  if (route.mayLag && client.needsCurrent?.()) headers['cache-control'] = FRESH;
  const timeout = AbortSignal.timeout(timeoutMs);

  let response: Response;
  let text: string;
  try {
    response = await client.fetch(
      client.baseUrl + routePath(route.path, params) + (search === '' ? '' : `?${search}`),
      {
        method: route.method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    );
    text = await response.text();
  } catch (cause) {
    throw new ApiError(signal?.aborted ? 'aborted' : timeout.aborted ? 'timeout' : 'network', 0, undefined, cause);
  }

  if (response.status === 401 && token !== undefined) client.onUnauthorized?.(token);
  if (!response.ok) throw failureOf(response, text);
  const json = parseJson(text);
  if (isRefusal(json) && !route.mayFail) throw failureOf(response, text);
  if (route.mayLag) client.onDataAge?.(route, Number(response.headers.get(DATA_AGE_HEADER) ?? 0));
  if (typeof json !== 'object' || json === null)
    throw new ApiError('format', response.status, undefined, undefined, { requestId: requestIdOf(response) });
  return json as RouteAnswer<R>;
}

/** Returns the error of an answer that is not a success, from its body or its status. */
export function failureOf(response: Response, text: string): ApiError {
  const json = parseJson(text);
  const { status } = response;
  const requestId = requestIdOf(response);
  if (isErrorBody(json)) return new ApiError('http', status, json, undefined, { requestId });
  return new ApiError('http', status, undefined, undefined, { text: isRefusal(json) ? '' : text, requestId });
}

const requestIdOf = ({ headers }: Response): string | undefined => headers.get('x-request-id') ?? undefined;

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(json: unknown): json is Partial<ErrorBody> {
  if (typeof json !== 'object' || json === null) return false;
  const { message } = json as { message?: unknown };
  return typeof message === 'string' && message.trim() !== '';
}

/** `success: false` is a refusal, whatever the status, unless the route `mayFail`. */
const isRefusal = (json: unknown): boolean => (json as { success?: unknown } | null | undefined)?.success === false;
