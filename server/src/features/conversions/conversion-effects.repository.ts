import { rupeesFromPaise } from '@muneem/contract/money';
import { rowColumns, type Row, type Tx } from '#platform/database/index.ts';
import type { NewDelivery, ActiveCustomPostbacks } from '#features/custom-postbacks/index.ts';
import type { CreditInput } from '#features/ledger/index.ts';
import { eventIdOf, type Draft } from './conversion.ts';
import { earliestOf, type ClickRow, type KeyRow } from './conversions.repository.ts';

/** Returns the ledger key of a reward or referral. The ledger posts each key once. */
export const creditKey = (clickId: string, eventId: number): string => `${clickId}:${eventId}`;

/** Returns the credits of approved conversions: one reward and one referral per (click, event). */
export function creditsOf(drafts: readonly Draft[]): CreditInput[] {
  const credits: CreditInput[] = [];
  for (const draft of drafts) {
    const { click, reward, input } = draft;
    const key = creditKey(click.id, eventIdOf(draft));
    const { actor } = input;
    if (reward.userCoins > 0 && click.userId !== null) {
      credits.push({ kind: 'reward', key, actor, userId: click.userId, amount: reward.userCoins });
    }
    if (reward.referralCoins > 0 && click.referrerId !== null) {
      credits.push({ kind: 'referral', key, actor, userId: click.referrerId, amount: reward.referralCoins });
    }
  }
  return credits;
}

/** Returns the clicks of this batch whose required events are now all approved. */
function completedClicks(drafts: readonly Draft[], keys: readonly KeyRow[]): Map<string, Draft> {
  const approved = new Set(keys.flatMap((key) => (key.approved ? [creditKey(key.clickId, key.eventId)] : [])));
  for (const draft of drafts) if (draft.code === 'accepted') approved.add(creditKey(draft.click.id, eventIdOf(draft)));
  const completed = new Map<string, Draft>();
  for (const draft of drafts) {
    const { code, event, click, offer } = draft;
    if (code !== 'accepted' || event === null || click.status === 'completed') continue;
    if (offer.requiredEventIds.every((id) => approved.has(creditKey(click.id, id)))) completed.set(click.id, draft);
  }
  return completed;
}

/** Moves clicks forward only: pending or clicked to in_progress, then to completed. The caller holds their locks. */
export function advanceClicks(tx: Tx, drafts: readonly Draft[], keys: readonly KeyRow[]): void {
  const completed = completedClicks(drafts, keys);
  const begun = new Map<string, ClickRow>();
  for (const { click, event } of drafts)
    if (event !== null && !completed.has(click.id) && (click.status === 'pending' || click.status === 'clicked'))
      begun.set(click.id, click);
  if (begun.size > 0)
    tx.later('conversions-begin-clicks', BEGIN_CLICKS, [[...begun.keys()], earliestOf([...begun.values()])]);
  if (completed.size === 0) return;
  const ends = [...completed.values()];
  tx.later('conversions-complete-clicks', COMPLETE_CLICKS, [
    [...completed.keys()],
    ends.map(({ input }) => input.at),
    earliestOf(ends.map(({ click }) => click)),
  ]);
}

const BEGIN_CLICKS = `
update clicks set status = 'in_progress' where id = any ($1::text[]) and created_at >= $2::timestamptz`;

const COMPLETE_CLICKS = `
update clicks c set status = 'completed', completed_at = s.completed_at
from unnest($1::text[], $2::timestamptz[]) as s (id, completed_at)
where c.id = s.id and c.id = any ($1::text[]) and c.created_at >= $3::timestamptz`;

/** Returns one delivery per approved conversion and active custom postback of its offer and event. */
export function deliveriesOf(drafts: readonly Draft[], customPostbacks: ActiveCustomPostbacks): NewDelivery[] {
  const deliveries: NewDelivery[] = [];
  for (const { id, code, event, offer, click, input, reward } of drafts) {
    if (code !== 'accepted' || event === null) continue;
    for (const postback of customPostbacks.of(event.id)) {
      deliveries.push({
        customPostbackId: postback.id,
        conversionId: id,
        priority: postback.priority,
        at: input.at,
        macros: {
          click_id: click.id,
          offer_id: offer.id,
          event_name: event.name,
          company_id: postback.companyId,
          timestamp: String(Math.floor(input.at.getTime() / 1000)),
          user_ip: click.clickIp ?? '',
          payout: String(rupeesFromPaise(reward.userPayout)),
          currency: 'INR',
          p1: click.p1 ?? '',
          p2: click.p2 ?? '',
          p3: click.p3 ?? '',
          p4: click.p4 ?? '',
          p5: click.p5 ?? '',
          p6: click.p6 ?? '',
        },
      });
    }
  }
  return deliveries;
}

type Completion = Row<'offer_completions'>;

const COMPLETION = rowColumns('offer_completions');

/*
 * The no-op update locks an existing row, so a concurrent reversal waits and then sees this completion.
 * Only a new row has xmax 0.
 */
const ADD_COMPLETIONS = `
with added as (
  insert into offer_completions as known (${COMPLETION.names})
  select distinct on (offer_id, user_id) * from unnest(${COMPLETION.parameters()}) as c (${COMPLETION.names})
  order by offer_id, user_id, completed_at
  on conflict (offer_id, user_id) do update set completed_at = known.completed_at
  returning offer_id, xmax = 0 as is_new
), counted as (
  select o.id, a.n from (select offer_id, count(*) as n from added where is_new group by offer_id) a
  join offers o on o.id = a.offer_id order by o.id for no key update of o
)
update offers o set completed_count = o.completed_count + counted.n from counted where o.id = counted.id
returning counted.n`;

/** Adds users to their offers' completedBy, once each. @returns the number of new ones */
export async function addCompletions(tx: Tx, completions: readonly Completion[]): Promise<number> {
  if (completions.length === 0) return 0;
  const added = await tx.prepared<{ n: number }>(
    'conversions-completions',
    ADD_COMPLETIONS,
    COMPLETION.valuesOf(completions),
  );
  return added.reduce((sum, { n }) => sum + n, 0);
}

/** Adds the users of the clicks that are now complete. */
export function addCompletionsLater(tx: Tx, drafts: readonly Draft[], keys: readonly KeyRow[]): void {
  const completions: Completion[] = [];
  for (const { offer, click, input } of completedClicks(drafts, keys).values())
    if (click.userId !== null) completions.push({ offerId: offer.id, userId: click.userId, completedAt: input.at });
  if (completions.length > 0) tx.later('conversions-completions', ADD_COMPLETIONS, COMPLETION.valuesOf(completions));
}

/** Retries the transaction if one of the users was deleted meanwhile. Must run after their credits, which lock the wallets. */
export function refuseDeletedUsersLater(tx: Tx, credits: readonly Pick<CreditInput, 'userId'>[]): void {
  const userIds = [...new Set(credits.map(({ userId }) => userId))];
  if (userIds.length > 0) tx.later('conversions-deleted-users', 'select refuse_deleted_users($1::bigint[])', [userIds]);
}

/**
 * Retries the transaction if an approved claim has already paid for one of these events.
 * Must run after the credits, which lock the wallets: see `sumEarned` in claimed-offers.repository.ts.
 */
export function refuseClaimedOffersLater(tx: Tx, drafts: readonly Draft[]): void {
  const earning = new Map<string, { offerId: string; userId: number }>();
  for (const { offer, click, reward } of drafts) {
    if (reward.userCoins > 0 && click.userId !== null)
      earning.set(`${click.userId} ${offer.id}`, { offerId: offer.id, userId: click.userId });
  }
  if (earning.size === 0) return;
  const pairs = [...earning.values()];
  tx.later('conversions-claimed-offers', 'select refuse_claimed_offers($1::text[], $2::bigint[])', [
    pairs.map(({ offerId }) => offerId),
    pairs.map(({ userId }) => userId),
  ]);
}
