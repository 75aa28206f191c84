import type { FastifyRequest } from 'fastify';
import { bearerToken } from './bearer-token.ts';
import type { HttpServer } from './http-server.ts';

/** Returns a check whether the request's session is still live. The check does not extend it. */
export function watchSession({ authenticators }: HttpServer, request: FastifyRequest): () => Promise<boolean> {
  const token = bearerToken(request) ?? '';
  return async () => (await authenticators.findAdmin(token)) !== null;
}
