import type { FastifyRequest } from 'fastify';
import { bearerToken } from './bearer-token.ts';
import type { HttpServer } from './http-server.ts';

/** Returns a function that checks whether the request's session is still live, without extending it. */
export function watchSession({ authenticators }: HttpServer, request: FastifyRequest): () => Promise<boolean> {
  const token = bearerToken(request) ?? '';
  return async () => (await authenticators.findAdmin(token)) !== null;
}
