import type { AnyRoute, RouteBody, RouteParams, RouteQuery } from '@muneem/contract/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#platform/audit-log/index.ts';

/** A live administrator session, as the session check found it. */
export interface AdminPrincipal {
  readonly adminId: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
}

/** Finds who a bearer token belongs to. Each answers null for a token that does not hold. */
export interface Authenticators {
  /** A use of the session: its end moves. */
  admin(token: string): Promise<AdminPrincipal | null>;
  /** A look without effect, for what asks by itself. */
  findAdmin(token: string): Promise<AdminPrincipal | null>;
  platform(token: string): boolean;
}

/** What a handler is given: everything parsed, the caller known. */
export interface RequestContext<R extends AnyRoute> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  readonly actor: Actor;
  /** The administrator of the session, where the route asks for one. */
  readonly admin: AdminPrincipal | undefined;
  /** The client's address, through trusted proxies only. */
  readonly ip: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
