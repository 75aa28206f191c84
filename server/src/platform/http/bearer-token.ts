import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …`; anything longer than 512 characters is none. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}
