import type { AnyRoute } from '@muneem/contract/http';
import { hasRight } from '@muneem/contract/rights';
import type { FastifyRequest } from 'fastify';
import { bearerToken } from './bearer-token.ts';
import type { HttpServer } from './http-server.ts';
import type { AdminPrincipal } from './request-context.ts';

/**
 * Returns a function that reads the request's admin as they are now, without extending the session. Null once the
 * session has ended or the admin has lost the right.
 */
export function watchSession(
  { authenticators }: HttpServer,
  request: FastifyRequest,
  { right }: AnyRoute,
): () => Promise<AdminPrincipal | null> {
  const token = bearerToken(request) ?? '';
  return async () => {
    const admin = await authenticators.findAdmin(token);
    return admin !== null && hasRight(admin.role, right) ? admin : null;
  };
}
