import type { SecretBox } from '#platform/crypto/index.ts';
import { postbackTokenPurpose } from './offer-catalog.ts';

export const sealOfferToken = (secrets: SecretBox, offerId: string, token: string): string =>
  secrets.seal(token, postbackTokenPurpose(offerId));

/** Empty when it cannot be opened (another APP_SECRET): the form must still open, so that a new token can be set. */
export function openOfferToken(secrets: SecretBox, offerId: string, sealed: string): string {
  try {
    return secrets.open(sealed, postbackTokenPurpose(offerId));
  } catch {
    return '';
  }
}
