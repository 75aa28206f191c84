import { CUSTOM_POSTBACK_LIMITS } from '@muneem/contract/custom-postbacks';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { deliveryName, readDeliveryName } from './delivery.mapper.ts';
import { countDeliveries, findDelivery, resend, resendFailed, type DeliveryFilter } from './deliveries.repository.ts';

type ResendDependencies = Pick<Platform, 'database' | 'clock'>;

export const deliveryNotFound = (): AppError => new AppError('not_found', 'Delivery not found.');

/** @throws AppError `not_found`; `wrong_state` if it is in flight or its postback was deleted */
export async function resendDelivery(
  { database, clock }: ResendDependencies,
  name: string,
  actor: Actor,
): Promise<void> {
  const id = readDeliveryName(name);
  if (id === null || (await findDelivery(database, id)) === null) throw deliveryNotFound();
  const { resent } = await resendDeliveries({ database, clock }, [name], actor);
  if (resent === 0) {
    throw new AppError(
      'wrong_state',
      'This delivery is already being sent, or its postback was deleted. Nothing was changed.',
    );
  }
}

/** Restarts finished deliveries, and makes waiting ones due now. */
export async function resendDeliveries(
  { database, clock }: ResendDependencies,
  names: readonly string[],
  actor: Actor,
): Promise<{ resent: number; skipped: number }> {
  const distinct = [...new Set(names)];
  const ids = distinct.flatMap((name) => readDeliveryName(name) ?? []);
  const resent = await transaction(database, async (tx) => {
    const sent = await resend(tx, ids, clock.now());
    await writeResent(tx, actor, sent, { selected: distinct.length, resent: sent.length });
    return sent.length;
  });
  return { resent, skipped: distinct.length - resent };
}

/** Restarts failed deliveries, oldest first, up to a limit. */
export async function resendFailedDeliveries(
  { database, clock }: ResendDependencies,
  filter: DeliveryFilter,
  actor: Actor,
): Promise<{ resent: number; remaining: number }> {
  return transaction(database, async (tx) => {
    const ids = await resendFailed(tx, filter, CUSTOM_POSTBACK_LIMITS.resendFailed, clock.now());
    if (ids.length > 0) {
      await writeAudit(tx, actor, 'postback_deliveries.resend_failed', ['offer', filter.offerId], {
        after: { ...filter, resent: ids.length, first: Math.min(...ids), last: Math.max(...ids) },
      });
      await writeResent(tx, actor, ids, { resent: ids.length });
    }
    const remaining = await countDeliveries(tx, { ...filter, status: 'exhausted' }, Number.MAX_SAFE_INTEGER);
    return { resent: ids.length, remaining };
  });
}

/** Writes one audit row per delivery, so that its details show its history. */
const writeResent = (tx: Tx, actor: Actor, ids: readonly number[], after: Record<string, number>): Promise<void> =>
  writeAudit(tx, actor, 'postback_deliveries.resend', ['postback_delivery', ...ids.map(deliveryName)], { after });
