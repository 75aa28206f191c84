import type { FastifyRequest } from 'fastify';

/** Returns the token of `Authorization: Bearer …`. Ignores tokens over 512 characters. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}
