import type * as z from '#schema';
import type { Right } from '../rights/index.ts';
import type { ErrorCode } from './errors.ts';

/**
 * The caller that a route accepts.
 * - `public`: no credential (sign-in, reset, health).
 * - `admin`: a live administrator session (`Authorization: Bearer <session token>`). The default.
 * - `platform`: the consumer app (`Authorization: Bearer <PLATFORM_API_KEY>`).
 * - `admin-or-platform`: either of the two.
 * - `key`: the route checks its own secret (postback token, cron key) in its handler.
 */
type RouteAuth = 'public' | 'admin' | 'platform' | 'admin-or-platform' | 'key';

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** At most `max` requests in `windowS` seconds per caller: the session, or the client's IP address without one. */
export interface RouteLimit {
  max: number;
  windowS: number;
}

/** The age of an answer's data in milliseconds. Absent if the data is current. */
export const DATA_AGE_HEADER = 'x-data-age-ms';
/** The value of `Cache-Control` in a request that must see the caller's own last change. */
export const FRESH = 'no-cache';

type Schema = z.ZodMiniType;

interface RouteDefinition<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly method: HttpMethod;
  /** Fastify form: `/api/users/:uid`. */
  readonly path: `/${string}`;
  /** One line for OpenAPI. */
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The success answer. The server parses its answer through this schema, which drops all other fields. */
  readonly answer: Answer;
  readonly limit?: RouteLimit;
  /** Default 100 KiB. */
  readonly bodyLimitBytes?: number;
  /** True if the platform API accepts an `Idempotency-Key` header. */
  readonly idempotent?: boolean;
  /** Codes of errors that only this call or few others have, for OpenAPI. */
  readonly errors?: readonly ErrorCode[];
  /** True if the answer may come from a read replica. `DATA_AGE_HEADER` then has the age of its data. */
  readonly mayLag?: boolean;
  /** True if `success: false` is part of the answer. Elsewhere it is a refusal. */
  readonly mayFail?: boolean;
  /** True for automatic calls of an open window. They do not extend the session. */
  readonly unattended?: boolean;
}

/** Only a route of another tag or for other callers than administrators names them. */
interface Exceptions<Auth> {
  readonly tag?: string;
  readonly auth?: Auth;
}
/** The right that an administrator needs. The type asks for it on every route that accepts administrators. */
type Needed<Auth> = Auth extends 'admin' | 'admin-or-platform' ? { readonly right: Right } : { readonly right?: never };
type Route<Definition, Auth> = Definition & { readonly tag: string; readonly auth: Auth; readonly right?: Right };

/** Returns the function that defines a feature's routes and keeps their literal types. OpenAPI groups them by `tag`. */
export const routesOf =
  (tag: string) =>
  <
    Params extends Schema = z.ZodMiniUndefined,
    Query extends Schema = z.ZodMiniUndefined,
    Body extends Schema = z.ZodMiniUndefined,
    Answer extends Schema = z.ZodMiniUnknown,
    Auth extends RouteAuth = 'admin',
  >(
    route: RouteDefinition<Params, Query, Body, Answer> & Exceptions<Auth> & Needed<Auth>,
  ) =>
    ({ auth: 'admin', tag, ...route }) as Route<RouteDefinition<Params, Query, Body, Answer>, Auth>;

// TypeScript has no existential types, so the bound must be `any`.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRoute = Route<RouteDefinition<any, any, any, any>, RouteAuth>;

export type RouteParams<R extends AnyRoute> = z.infer<NonNullable<R['params']>>;
export type RouteQuery<R extends AnyRoute> = z.infer<NonNullable<R['query']>>;
export type RouteBody<R extends AnyRoute> = z.infer<NonNullable<R['body']>>;
/** The caller's query, before defaults. */
export type RouteQueryInput<R extends AnyRoute> = z.input<NonNullable<R['query']>>;
export type RouteBodyInput<R extends AnyRoute> = z.input<NonNullable<R['body']>>;
export type RouteAnswer<R extends AnyRoute> = z.infer<R['answer']>;
