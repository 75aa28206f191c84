import type { Tracer } from '#platform/tracing/index.ts';
import type { TargetAnswer } from './call-target.ts';
import { deliveryName } from './delivery.mapper.ts';
import type { ClaimedDelivery } from './delivery-queue.repository.ts';

/** Adds an attempt of a delivery to its click's trace. */
export const traceDelivery = (
  tracer: Tracer,
  { id, target, macros, attempts }: ClaimedDelivery,
  { success, status, error }: TargetAnswer,
  times: { readonly startedAt: Date; readonly endedAt: Date },
): void =>
  tracer.add({
    clickId: macros.click_id ?? '',
    name: 'delivery',
    ...times,
    isFailed: !success,
    attributes: {
      'muneem.delivery_id': deliveryName(id),
      'muneem.attempt': attempts + 1,
      'server.address': target,
      'http.response.status_code': status ?? undefined,
      'error.type': error ?? undefined,
    },
  });
