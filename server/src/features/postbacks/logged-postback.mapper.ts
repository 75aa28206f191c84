import type { LoggedPostback } from '@muneem/contract/postbacks';
import type { PostbackLogRow } from './postback-log.repository.ts';

export const toLoggedPostback = (row: PostbackLogRow): LoggedPostback => ({
  _id: row.id,
  receivedAt: row.receivedAt.toISOString(),
  method: row.method,
  url: row.url,
  ip: row.ip,
  offerId: row.offerId,
  offerTitle: row.offerTitle,
  event: row.event,
  clickId: row.clickId,
  verdict: row.verdict,
  httpStatus: row.httpStatus,
  detail: row.detail,
  conversionId: row.conversionId,
  replayable: row.replayable,
});
