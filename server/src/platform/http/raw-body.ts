import type { FastifyRequest } from 'fastify';

/** Only signed bodies are kept unparsed. */
const SIGNED = '/webhooks/';
const bodies = new WeakMap<FastifyRequest, string>();

export function keepRawBody(request: FastifyRequest, body: string): void {
  if (request.routeOptions.url?.startsWith(SIGNED) === true) bodies.set(request, body);
}

/** Returns the raw body of a request below `/webhooks/`, or an empty text. */
export const rawBodyOf = (request: FastifyRequest): string => bodies.get(request) ?? '';
