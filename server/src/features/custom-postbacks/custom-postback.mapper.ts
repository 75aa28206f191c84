import { findUnknownMacros, percent, type CustomPostback } from '@muneem/contract/custom-postbacks';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { maskAuthentication, openAuthentication, unreadable } from './authentication.ts';
import type { CustomPostbackRow } from './custom-postbacks.repository.ts';

export interface PostbackView {
  readonly secrets: SecretBox;
  readonly offers: OfferCatalog;
  readonly now: Date;
}

/** Maps a row to its view for admins, with masked secrets. */
export function toCustomPostback(row: CustomPostbackRow, view: PostbackView): CustomPostback {
  return {
    _id: row.id,
    offerId: row.offerId,
    companyName: row.companyName,
    companyId: row.companyId,
    contactEmail: row.contactEmail,
    contactPerson: row.contactPerson,
    eventName: row.eventName,
    eventKnown: view.offers.get(row.offerId)?.events.has(row.eventId) ?? false,
    postbackUrl: row.postbackUrl,
    httpMethod: row.httpMethod,
    bodyTemplate: row.bodyTemplate,
    authentication: maskedAuthentication(row, view.secrets),
    priority: row.priority,
    retryCount: row.retryCount,
    timeout: row.timeoutMs,
    status: row.status,
    pausedReason: row.pausedReason,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    failuresInRow: row.failuresInRow,
    restingUntil: row.openUntil !== null && row.openUntil > view.now ? row.openUntil.toISOString() : null,
    waitingCount: row.waitingCount,
    unknownMacros: unknownMacrosOf(row),
    statistics: {
      totalFired: row.totalFired,
      successCount: row.successCount,
      errorCount: row.errorCount,
      successRate: percent(row.successCount, row.totalFired),
    },
    lastFiredAt: row.lastFiredAt?.toISOString() ?? null,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const unknownMacrosOf = ({ postbackUrl, bodyTemplate }: { postbackUrl: string; bodyTemplate: string }) =>
  findUnknownMacros(`${postbackUrl}\n${bodyTemplate}`);

/** A secret of another APP_SECRET must not break the screen: the admin enters it again. */
function maskedAuthentication(row: CustomPostbackRow, secrets: SecretBox): CustomPostback['authentication'] {
  try {
    return maskAuthentication(openAuthentication(secrets, row.id, row.authSealed));
  } catch {
    return unreadable(row.authType);
  }
}
