import type { Delivery, DeliveryAttempt } from '@muneem/contract/custom-postbacks';
import { deliveryName } from './delivery-name.ts';
import type { AttemptView, DeliveryRow } from './deliveries.repository.ts';

export function toDelivery(row: DeliveryRow): Delivery {
  const isOver = row.status === 'delivered' || row.status === 'exhausted';
  const held = row.status === 'waiting' && !row.postbackActive;
  return {
    _id: deliveryName(row.id),
    postbackId: row.postbackId,
    companyName: row.companyName,
    eventName: row.eventName,
    conversionId: row.conversionId,
    clickId: row.clickId,
    status: row.status,
    held,
    attempts: row.attemptsTotal,
    attemptsLeft: isOver ? 0 : Math.max(0, row.retryCount + 1 - row.attempts),
    nextAttemptAt: row.status === 'waiting' && !held ? row.nextAttemptAt.toISOString() : null,
    lastStatusCode: row.lastStatus,
    lastError: row.lastError,
    lastResponseTime: row.lastMs,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

export const toAttempt = (row: AttemptView): DeliveryAttempt => ({
  number: row.number,
  startedAt: row.startedAt.toISOString(),
  method: row.method,
  url: row.url,
  success: row.success,
  statusCode: row.status,
  responseTime: row.ms,
  error: row.error,
  errorDetail: row.detail,
  response: row.response,
});
