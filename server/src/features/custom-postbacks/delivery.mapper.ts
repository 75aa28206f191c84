import type { Delivery, DeliveryAttempt } from '@muneem/contract/custom-postbacks';
import { isoDates } from '#platform/http/index.ts';
import type { AttemptView, DeliveryRow } from './deliveries.repository.ts';

export function toDelivery(row: DeliveryRow): Delivery {
  const isOver = row.status === 'delivered' || row.status === 'exhausted';
  const held = row.status === 'waiting' && !row.postbackActive;
  return {
    ...isoDates(row),
    _id: deliveryName(row.id),
    held,
    attempts: row.attemptsTotal,
    attemptsLeft: isOver ? 0 : Math.max(0, row.retryCount + 1 - row.attempts),
    nextAttemptAt: row.status === 'waiting' && !held ? row.nextAttemptAt.toISOString() : null,
    lastStatusCode: row.lastStatus,
    lastResponseTime: row.lastMs,
  };
}

export const toAttempt = (row: AttemptView): DeliveryAttempt => ({
  ...isoDates(row),
  statusCode: row.status,
  responseTime: row.ms,
  errorDetail: row.detail,
});

/** Returns the value of `X-Muneem-Delivery`, also shown on screen. */
export const deliveryName = (id: number): string => `dlv_${id}`;

export function readDeliveryName(name: string): number | null {
  const [, digits] = /^dlv_([1-9]\d{0,14})$/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}
