import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock/index.ts';
import type { CatalogOffer, OfferCatalog } from '#features/offers/index.ts';
import type { InboundPostback } from './inbound-postback.ts';

export interface PostbackSettings {
  /** The global security token. */
  readonly securityToken: string;
  /** The previous token with its expiry, if it is still accepted. */
  readonly oldSecurityToken: { readonly token: string; readonly until: Date } | null;
}

interface PostbackTokensDependencies {
  readonly offers: OfferCatalog;
  readonly settings: () => PostbackSettings;
  readonly clock: Clock;
}

/** Offers covered by a token: all, one, or (short form) those with this token. */
export type TokenReach = 'all' | readonly CatalogOffer[] | null;

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Compares in constant time for texts of equal length. The length is not secret. */
const isSame = (given: Buffer, wanted: Buffer): boolean =>
  given.length === wanted.length && timingSafeEqual(given, wanted);

/** Compares tokens in constant time: the global token directly, offer tokens by digest. A digest reveals no token. */
export function createPostbackTokens({ offers, settings, clock }: PostbackTokensDependencies) {
  let known = { token: '', bytes: Buffer.alloc(0) };
  const globalBytes = (): Buffer => {
    const token = settings().securityToken;
    if (token !== known.token) known = { token, bytes: Buffer.from(token) };
    return known.bytes;
  };
  const isOld = (given: Buffer): boolean => {
    const old = settings().oldSecurityToken;
    return old !== null && isSame(given, Buffer.from(old.token)) && clock.now() < old.until;
  };
  return {
    /**
     * @param offer the offer of the path or of the click
     * @returns the covered offers, or null if the token is invalid. Only the global token learns that an offer does not exist
     */
    reach({ token, offerId }: Pick<InboundPostback, 'token' | 'offerId'>, offer: CatalogOffer | undefined): TokenReach {
      if (token === undefined || token === null) return null;
      const bytes = Buffer.from(token);
      if (isSame(bytes, globalBytes()) || isOld(bytes)) return 'all';
      const given = digest(token);
      if (offer) return offer.tokenHash !== null && isSame(given, offer.tokenHash) ? [offer] : null;
      if (offerId !== undefined) return null;
      const matches = offers.withToken(given);
      return matches.length === 0 ? null : matches;
    },
  };
}

export type PostbackTokens = ReturnType<typeof createPostbackTokens>;
