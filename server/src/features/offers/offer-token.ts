import type { SecretBox } from '#platform/crypto/index.ts';
import type { SealedColumn } from '#platform/stored-secrets/index.ts';

const purpose = (offerId: string): string => `offer:${offerId}:postback-token`;

export const OFFER_TOKENS: SealedColumn = { table: 'offers', key: 'id', column: 'postback_token_sealed', purpose };

export const sealOfferToken = (secrets: SecretBox, offerId: string, token: string): string =>
  secrets.seal(token, purpose(offerId));

/** @throws Error if it was encrypted with another APP_SECRET */
export const openOfferToken = (secrets: SecretBox, offerId: string, sealed: string): string =>
  secrets.open(sealed, purpose(offerId));
