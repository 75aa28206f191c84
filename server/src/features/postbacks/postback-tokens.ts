import { hash, timingSafeEqual } from 'node:crypto';
import type { CatalogOffer, OfferCatalog } from '#features/offers/index.ts';

export interface PostbackTokensDependencies {
  readonly offers: OfferCatalog;
  /** The global security token of the settings. */
  readonly securityToken: () => string;
}

/** What a token opens: every offer, one offer, or (in the short form) those whose own token it is. */
export type TokenReach = 'all' | readonly CatalogOffer[] | null;

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Compares tokens by their digests, in constant time. */
export function createPostbackTokens({ offers, securityToken }: PostbackTokensDependencies) {
  let known = { token: '', digest: digest('') };
  const globalDigest = (): Buffer => {
    const token = securityToken();
    if (token !== known.token) known = { token, digest: digest(token) };
    return known.digest;
  };
  return {
    /** @returns the offers that the token speaks for, or null for none. `offer`: the one that the path names. */
    reach(token: string | null | undefined, offer: CatalogOffer | undefined): TokenReach {
      if (token === undefined || token === null) return null;
      const given = digest(token);
      if (timingSafeEqual(given, globalDigest())) return 'all';
      const candidates = offer ? [offer] : offers.all();
      const own = candidates.filter(({ tokenHash }) => tokenHash !== null && timingSafeEqual(given, tokenHash));
      return own.length === 0 ? null : own;
    },
  };
}

export type PostbackTokens = ReturnType<typeof createPostbackTokens>;
