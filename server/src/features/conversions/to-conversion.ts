import type { NewConversion } from './conversions.repository.ts';
import { eventIdOf, nameOfEvent, reportedEvent, statusOf, type Draft } from './draft.ts';

/** Maps a settled draft to its row. */
export function toConversion(draft: Draft): NewConversion {
  const { id, createdAt, input, click, offer, place, code, reward, revenue } = draft;
  return {
    id,
    createdAt,
    clickId: click.id,
    clickCreatedAt: click.createdAt,
    offerId: offer.id,
    offerTitle: offer.title,
    eventId: eventIdOf(draft),
    eventName: nameOfEvent(draft),
    eventKey: reportedEvent(draft),
    userId: click.userId,
    referrerUserId: reward.referralCoins > 0 ? click.referrerId : null,
    source: input.source,
    status: statusOf(code),
    awaitsApproval: code === 'pending',
    reason: reasonOf(draft),
    userPayoutPaise: reward.userPayout,
    referralPayoutPaise: reward.referralPayout,
    rewardCoins: reward.userCoins,
    referralCoins: reward.referralCoins,
    clickIp: click.clickIp,
    conversionIp: input.conversionIp,
    ...place,
    ...revenue,
    p1: click.p1,
    p2: click.p2,
    p3: click.p3,
    p4: click.p4,
    p5: click.p5,
    p6: click.p6,
    externalData: toJson(input.externalData),
    smartPollData: toJson(input.smartPollData),
    approvedAt: code === 'accepted' ? input.at : null,
  };
}

const REASON = {
  over_cap: 'The daily cap of the event was reached.',
  ip_blocked: "The click's IP address was already rewarded for this event.",
  offer_inactive: 'The offer was not active.',
} as const;
const REWARDED = 'Already rewarded: the offer pays each user once.';
const REWARDED_TODAY = 'Already rewarded: the offer pays each user once a day.';
const NO_ADDRESS = 'The click has no IP address: its link was never followed.';

const LESS_THAN_A_COIN = 'The payout of the event is less than one coin.';

/** Returns why an approved conversion credits no user. */
function unpaidReason({ click, event, reward }: Draft): string | null {
  if (click.userId === null) return 'The click has no known user, so no coins were credited.';
  if (event !== null && click.isPaid) return 'The click was already paid manually.';
  if (click.isClaimed) return 'The offer was already paid by an approved claim.';
  return event !== null && event.payout > 0 && reward.userCoins === 0 ? LESS_THAN_A_COIN : null;
}

function reasonOf(draft: Draft): string | null {
  if (draft.code === 'accepted') return unpaidReason(draft);
  if (draft.code === 'ip_blocked' && draft.click.clickIp === null) return NO_ADDRESS;
  if (draft.code === 'already_rewarded') return draft.offer.rewardLimit === 'daily' ? REWARDED_TODAY : REWARDED;
  if (draft.code === 'pending') return draft.input.pending ?? null;
  return draft.code === 'reversed' ? (draft.input.reversed ?? null) : REASON[draft.code];
}

const toJson = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);
