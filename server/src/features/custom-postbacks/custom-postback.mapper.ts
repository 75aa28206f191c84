import { findUnknownMacros, percent, type CustomPostback } from '@muneem/contract/custom-postbacks';
import type { SecretBox } from '#platform/crypto/index.ts';
import { isoDates } from '#platform/http/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { maskAuthentication, readableAuthentication } from './authentication.ts';
import type { CustomPostbackRow } from './custom-postbacks.repository.ts';

interface PostbackView {
  readonly secrets: SecretBox;
  readonly offers: OfferCatalog;
  readonly now: Date;
}

/** Maps a row to its view for admins, with masked secrets. */
export function toCustomPostback(row: CustomPostbackRow, view: PostbackView): CustomPostback {
  const authentication = readableAuthentication(view.secrets, row);
  return {
    ...isoDates(row),
    _id: row.id,
    eventKnown: view.offers.get(row.offerId)?.events.has(row.eventId) ?? false,
    authentication: authentication === null ? { type: row.authType } : maskAuthentication(authentication),
    timeout: row.timeoutMs,
    restingUntil: row.openUntil !== null && row.openUntil > view.now ? row.openUntil.toISOString() : null,
    unknownMacros: findUnknownMacros(`${row.postbackUrl}\n${row.bodyTemplate}`),
    statistics: {
      totalFired: row.totalFired,
      successCount: row.successCount,
      errorCount: row.errorCount,
      successRate: percent(row.successCount, row.totalFired),
    },
  };
}
