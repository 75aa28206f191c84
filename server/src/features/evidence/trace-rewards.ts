import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { spanIdOf, type Tracer } from '#platform/tracing/index.ts';
import { listOtherConversions, listPaidRewards } from './trace-rewards.repository.ts';

const MINUTE_MS = 60_000;

/**
 * Adds conversions without a postback and payouts of the last full minute to the traces of their clicks. Coins are
 * fungible, so a payout appears in the trace of each click that may have earned its coins.
 */
export async function traceRewards(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  tracer: Tracer,
): Promise<void> {
  const until = new Date(Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
  const from = new Date(until.getTime() - MINUTE_MS);
  for (const { id, clickId, createdAt, source, status, offerId } of await listOtherConversions(database, from, until))
    tracer.add({
      clickId,
      name: 'conversion',
      spanId: spanIdOf(id),
      startedAt: createdAt,
      endedAt: createdAt,
      attributes: {
        'muneem.conversion_id': id,
        'muneem.source': source,
        'muneem.status': status,
        'muneem.offer_id': offerId,
      },
    });
  for (const { clickId, withdrawalId, provider, startedAt, endedAt, isUnknownShare } of await listPaidRewards(
    database,
    from,
    until,
  ))
    tracer.add({
      clickId,
      name: 'payout',
      spanId: spanIdOf(`${withdrawalId} ${clickId}`),
      startedAt,
      endedAt,
      attributes: {
        'muneem.withdrawal_id': withdrawalId,
        'muneem.provider': provider,
        'muneem.may_pay_others': isUnknownShare,
      },
    });
}
