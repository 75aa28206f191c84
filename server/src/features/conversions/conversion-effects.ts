import type { NewDelivery, ActiveCustomPostbacks } from '#features/custom-postbacks/index.ts';
import type { CreditInput } from '#features/ledger/index.ts';
import { rupeesFromPaise } from '@muneem/contract/money';
import type { KeyRow } from './conversions.repository.ts';
import type { ClickStep, Completion } from './conversion-effects.repository.ts';
import { eventIdOf, type Draft } from './draft.ts';

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
  const approved = new Map<string, Set<number>>();
  const add = (clickId: string, eventId: number): void => {
    const set = approved.get(clickId);
    if (set) set.add(eventId);
    else approved.set(clickId, new Set([eventId]));
  };
  for (const key of keys) if (key.approved) add(key.clickId, key.eventId);
  for (const draft of drafts) if (draft.code === 'accepted') add(draft.click.id, eventIdOf(draft));
  const completed = new Map<string, Draft>();
  for (const draft of drafts) {
    if (draft.code !== 'accepted' || draft.event === null || draft.click.status === 'completed') continue;
    const done = approved.get(draft.click.id);
    if (done && draft.offer.requiredEventIds.every((id) => done.has(id))) completed.set(draft.click.id, draft);
  }
  return completed;
}

/** Moves clicks forward only: pending or clicked to in_progress, then to completed. */
export function clickSteps(drafts: readonly Draft[], keys: readonly KeyRow[]): ClickStep[] {
  const completed = completedClicks(drafts, keys);
  const steps = new Map<string, ClickStep>();
  for (const { click, event } of drafts) {
    const end = completed.get(click.id);
    if (end) steps.set(click.id, { id: click.id, createdAt: click.createdAt, completedAt: end.input.at });
    else if (event !== null && (click.status === 'pending' || click.status === 'clicked')) {
      steps.set(click.id, { id: click.id, createdAt: click.createdAt, completedAt: null });
    }
  }
  return [...steps.values()];
}

export function completionsOf(drafts: readonly Draft[], keys: readonly KeyRow[]): Completion[] {
  const completions: Completion[] = [];
  for (const { offer, click, input } of completedClicks(drafts, keys).values()) {
    if (click.userId !== null) completions.push({ offerId: offer.id, userId: click.userId, completedAt: input.at });
  }
  return completions;
}

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
