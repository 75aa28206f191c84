import type { FastifyRequest } from 'fastify';
import { hashToken } from '#platform/crypto/index.ts';
import { bearerToken } from './bearer-token.ts';
import { clientNetwork } from './client-address.ts';

/** Rate-limit keys of callers. */
export type KnownCallers = ReturnType<typeof createKnownCallers>;

const MAX_KNOWN = 10_000;

/** Keeps hashes of the latest valid tokens. The first call with a dropped token counts for its network. */
export function createKnownCallers() {
  const known = new Set<string>();
  return {
    /** Remembers a valid token: its calls are limited on their own from now on. */
    remember(token: string): void {
      const hash = hashToken(token);
      if (known.has(hash)) return;
      const [oldest] = known;
      if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
      known.add(hash);
    },
    /** Returns the known token, else the caller's network: an invented token must not reset the limit. */
    keyOf(request: FastifyRequest): string {
      const token = bearerToken(request);
      if (token === undefined) return clientNetwork(request);
      const hash = hashToken(token);
      return known.has(hash) ? hash : clientNetwork(request);
    },
  };
}
