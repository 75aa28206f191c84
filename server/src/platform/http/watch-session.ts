import type { FastifyRequest } from 'fastify';
import { bearerToken } from './bearer-token.ts';
import type { HttpServer } from './http-server.ts';

/** Whether the session of a request still holds, for what goes on after it; asking does not move its end. */
export function watchSession({ authenticators }: HttpServer, request: FastifyRequest): () => Promise<boolean> {
  const token = bearerToken(request) ?? '';
  return async () => (await authenticators.findAdmin(token)) !== null;
}
