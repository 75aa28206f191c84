import type { FastifyRequest } from 'fastify';

/** Only what is signed byte for byte is kept besides the parsed body. */
const SIGNED = '/webhooks/';
const bodies = new WeakMap<FastifyRequest, string>();

export function keepRawBody(request: FastifyRequest, body: string): void {
  if (request.routeOptions.url?.startsWith(SIGNED) === true) bodies.set(request, body);
}

/** The body of a request below `/webhooks/` as it came; empty when there was none. */
export const rawBodyOf = (request: FastifyRequest): string => bodies.get(request) ?? '';
