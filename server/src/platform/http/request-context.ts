import type { AnyRoute, RouteAnswer, RouteBody, RouteParams, RouteQuery } from '@muneem/contract/http';
import type { Role } from '@muneem/contract/rights';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#platform/audit-log/index.ts';

/** The admin of a live session. */
export interface AdminPrincipal {
  readonly adminId: string;
  readonly email: string;
  readonly name: string;
  /** As it is now: read with the session before every call. */
  readonly role: Role;
  readonly sessionId: string;
  /** When the session ends unless it is used. */
  readonly expiresAt: Date;
}

/** Looks up the owner of a bearer token. Null for an invalid token. */
export interface Authenticators {
  /** Counts as a use of the session and extends it, at most every five minutes. */
  admin(token: string): Promise<AdminPrincipal | null>;
  /** Does not extend the session. For automatic requests. */
  findAdmin(token: string): Promise<AdminPrincipal | null>;
  platform(token: string): boolean;
}

/** A parsed call of an administrator that a handler refused. */
export interface HandledCall {
  readonly route: AnyRoute;
  readonly params: unknown;
  readonly body: unknown;
  readonly actor: Actor;
}

export type RouteHandler<R extends AnyRoute> = (context: RequestContext<R>) => Promise<HandlerAnswer<R>>;

type ImpliedSuccess<Answer> = Answer extends { success: true }
  ? Omit<Answer, 'success'> & { readonly success?: true }
  : Answer;
/** A route's answer, to which `registerRoute` adds `success: true`. */
export type HandlerAnswer<R extends AnyRoute> = ImpliedSuccess<RouteAnswer<R>>;

/** The parsed request and its caller. */
export interface RequestContext<R extends AnyRoute> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  readonly actor: Actor;
  /** The session's admin. */
  readonly admin: R['auth'] extends 'admin' ? AdminPrincipal : AdminPrincipal | undefined;
  /** The client's IP address, through trusted proxies only. */
  readonly ip: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
