import type { RewardLimit } from '@muneem/contract/offers';
import type { Tx } from '#platform/database/index.ts';
import type { Draft } from './draft.ts';
import { claimRewards, type RewardClaim } from './limits.repository.ts';

/** Returns the period of a claim: the day in Asia/Kolkata, or all days. */
const PERIOD: Readonly<Record<Exclude<RewardLimit, 'each_click'>, (day: string) => string>> = {
  once: () => '-infinity',
  daily: (day) => day,
};

/**
 * Refuses drafts whose user was already rewarded for the event by another click, for all time or on the event's day.
 * Offers that pay each click need no statement. @returns the claims of the drafts that remain
 */
export async function applyRewardLimits(tx: Tx, drafts: readonly Draft[]): Promise<ReadonlyMap<Draft, RewardClaim>> {
  const claims = new Map<Draft, RewardClaim>();
  for (const draft of drafts) {
    const { code, event, offer, click, reward, day } = draft;
    if (offer.rewardLimit === 'each_click' || code !== 'accepted' || event === null) continue;
    if (click.userId === null || reward.userCoins === 0) continue;
    const period = PERIOD[offer.rewardLimit](day);
    claims.set(draft, { eventId: event.id, userId: click.userId, period, clickId: click.id });
  }
  const won = new Set((await claimRewards(tx, [...claims.values()])).map(nameOf));
  for (const [draft, claim] of claims) {
    if (won.has(nameOf(claim))) continue;
    draft.code = 'already_rewarded';
    claims.delete(draft);
  }
  return claims;
}

const nameOf = ({ eventId, userId, clickId }: RewardClaim): string => `${eventId} ${userId} ${clickId}`;
