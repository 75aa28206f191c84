import type { FastifyRequest } from 'fastify';
import { hashToken } from '#platform/crypto/index.ts';
import { bearerToken } from './bearer-token.ts';
import { clientNetwork } from './client-address.ts';

/** Whose calls are counted together. */
export interface KnownCallers {
  /** A token that was found to hold: its calls are counted by themselves from now on. */
  remember(token: string): void;
  /** A known token, else the network the call comes from: an invented token each time is not a new caller each time. */
  keyOf(request: FastifyRequest): string;
}

const MAX_KNOWN = 10_000;

/** Keeps hashes of the newest tokens that were found to hold. Forgetting one costs its owner a call of the network's. */
export function createKnownCallers(maxKnown = MAX_KNOWN): KnownCallers {
  const known = new Set<string>();
  return {
    remember(token) {
      const hash = hashToken(token);
      if (known.has(hash)) return;
      const [oldest] = known;
      if (known.size >= maxKnown && oldest !== undefined) known.delete(oldest);
      known.add(hash);
    },
    keyOf(request) {
      const token = bearerToken(request);
      if (token === undefined) return clientNetwork(request);
      const hash = hashToken(token);
      return known.has(hash) ? hash : clientNetwork(request);
    },
  };
}
