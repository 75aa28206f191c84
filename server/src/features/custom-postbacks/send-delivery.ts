import type { Tracer } from '#platform/tracing/index.ts';
import { openAuthentication, type Authentication } from './authentication.ts';
import { callTarget, unreadableSecret, type TargetAnswer } from './call-target.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { deliveryName } from './delivery.mapper.ts';
import type { ClaimedDelivery } from './delivery-queue.repository.ts';
import { retryDelayMs } from './retry-delay.ts';
import type { AttemptRow } from './attempts.repository.ts';

export interface SendDependencies extends Pick<CustomPostbackDependencies, 'http' | 'secrets' | 'clock' | 'logger'> {
  readonly tracer?: Tracer | undefined;
  /** POSTBACK_RETRY_DELAYS_S */
  readonly retryDelaysS: readonly number[];
}

/** Calls the target. @returns the attempt with the delivery's next status, and whether the target itself failed */
export async function sendDelivery(
  dependencies: SendDependencies,
  delivery: ClaimedDelivery,
  startedAt: Date,
): Promise<AttemptRow & Pick<TargetAnswer, 'targetFailed'>> {
  const { clock, retryDelaysS, tracer } = dependencies;
  const answer = await call(dependencies, delivery, startedAt);
  const endedAt = clock.now();
  if (tracer !== undefined) traceDelivery(tracer, delivery, answer, { startedAt, endedAt });
  const tries = delivery.attempts + 1;
  const isOver = answer.error === 'gone' || tries > delivery.retryCount;
  const { retryAfterMs, ...result } = answer;
  return {
    deliveryId: delivery.id,
    claims: delivery.claims,
    postbackId: delivery.postbackId,
    postbackVersion: delivery.postbackVersion,
    startedAt,
    method: delivery.httpMethod,
    ...result,
    becomes: result.success ? 'delivered' : isOver ? 'exhausted' : 'waiting',
    nextAttemptAt: new Date(endedAt.getTime() + retryDelayMs(tries, retryDelaysS, retryAfterMs)),
  };
}

async function call(
  { http, secrets, logger }: SendDependencies,
  delivery: ClaimedDelivery,
  now: Date,
): Promise<TargetAnswer> {
  const { postbackId, authSealed } = delivery;
  let authentication: Authentication;
  try {
    authentication = openAuthentication(secrets, postbackId, authSealed);
  } catch (error) {
    logger.error({ err: error, postbackId }, "a custom postback's secret cannot be decrypted with this APP_SECRET");
    return unreadableSecret(delivery.postbackUrl);
  }
  return callTarget(http, { ...delivery, authentication, deliveryId: deliveryName(delivery.id) }, now);
}

const traceDelivery = (
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
