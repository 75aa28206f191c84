import { hash, timingSafeEqual } from 'node:crypto';
import type { CatalogOffer, OfferCatalog } from '#features/offers/index.ts';

export interface PostbackTokensDependencies {
  readonly offers: OfferCatalog;
  /** The global security token of the settings. */
  readonly securityToken: () => string;
  /** The one before, with its end, where it was asked to hold on. Asked for only when a token is not the current one. */
  readonly oldSecurityToken?: () => { readonly token: string; readonly until: Date } | null;
  readonly now?: () => Date;
}

/** What a token opens: every offer, one offer, or (in the short form) those whose own token it is. */
export type TokenReach = 'all' | readonly CatalogOffer[] | null;

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** In constant time for texts of one length; the length of a token is no secret. */
const isSame = (given: Buffer, wanted: Buffer): boolean =>
  given.length === wanted.length && timingSafeEqual(given, wanted);

/** Compares tokens in constant time: the global one as it is, those of offers by their digests. */
export function createPostbackTokens({
  offers,
  securityToken,
  oldSecurityToken = () => null,
  now = () => new Date(),
}: PostbackTokensDependencies) {
  let known = { token: '', bytes: Buffer.alloc(0) };
  const globalBytes = (): Buffer => {
    const token = securityToken();
    if (token !== known.token) known = { token, bytes: Buffer.from(token) };
    return known.bytes;
  };
  const isOld = (given: Buffer): boolean => {
    const old = oldSecurityToken();
    return old !== null && isSame(given, Buffer.from(old.token)) && now() < old.until;
  };
  return {
    /** @returns the offers that the token speaks for, or null for none. `offer`: the one that the path names. */
    reach(token: string | null | undefined, offer: CatalogOffer | undefined): TokenReach {
      if (token === undefined || token === null) return null;
      const bytes = Buffer.from(token);
      if (isSame(bytes, globalBytes()) || isOld(bytes)) return 'all';
      const given = digest(token);
      const candidates = offer ? [offer] : offers.all();
      const own = candidates.filter(({ tokenHash }) => tokenHash !== null && timingSafeEqual(given, tokenHash));
      return own.length === 0 ? null : own;
    },
  };
}

export type PostbackTokens = ReturnType<typeof createPostbackTokens>;
