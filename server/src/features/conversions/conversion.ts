import type { ConversionSource, ConversionStatus } from '@muneem/contract/conversion-reports';
import type { Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';
import type { Location } from '#platform/geo/index.ts';
import type { CatalogEvent, CatalogOffer } from '#features/offers/index.ts';
import type { ClickRow, NewConversion, PendingConversion } from './conversions.repository.ts';
import type { Revenue, Reward } from './reward-and-revenue.ts';

/** A report that an event of a click happened. The caller has authenticated the sender. */
export interface ConversionInput {
  readonly clickId: string;
  /** A different second id of the message. The one that names a click of the offer is used; two such clicks conflict. */
  readonly otherClickId?: string | undefined;
  /** As sent. Matched to the offer's events case-insensitively, then by alias. */
  readonly eventName: string;
  readonly source: ConversionSource;
  /** The actor of the ledger journal: the system for a postback or poll, the admin for a manual payment. */
  readonly actor: Actor;
  readonly at: Date;
  readonly conversionIp: string | null;
  /** The offer named by the sender. A click of another offer is refused. */
  readonly offerId?: string | undefined;
  /** An additional check against the click's offer. Returns the refusal, or undefined. */
  readonly check?: ((offer: CatalogOffer, clickId: string) => ConversionRefusal | undefined) | undefined;
  /** Other parameters of the sender, stored as facts. */
  readonly externalData?: Readonly<Record<string, unknown>> | undefined;
  readonly smartPollData?: unknown;
  /** Only for `manual`: the coins to pay. The event is not one of the offer's, so no cap, IP rule or pause applies. */
  readonly rewardCoins?: Coins | undefined;
  /** The network's reason for a reversal before counting. Recorded as rejected; pays nothing. */
  readonly reversed?: string | undefined;
  /** Why the message is not an approval. Recorded as pending, or as a contradiction of an approved event; pays nothing. */
  readonly pending?: string | undefined;
  /** If this event of the click is pending, decides it again instead of reporting a duplicate. */
  readonly approvePending?: boolean | undefined;
}

export interface ConversionRefusal {
  readonly code:
    | 'click_unknown'
    | 'click_conflict'
    | 'offer_mismatch'
    | 'event_unknown'
    | 'event_retired'
    | 'bad_token'
    | 'ip_not_allowed'
    | 'click_missing';
  readonly offerId?: string;
  /** With `event_unknown` and `event_retired`: the names of the offer's events. */
  readonly events?: readonly string[];
  /** Replaces the verdict's own text where that would mislead the sender. */
  readonly message?: string;
}

/** A recorded conversion: new, or from before (`duplicate`, `contradiction`). */
export interface RecordedConversion {
  readonly code: Draft['code'] | 'duplicate' | 'contradiction';
  readonly conversionId: string;
  readonly clickId: string;
  readonly offerId: string;
  /** The offer's current name of the event. */
  readonly eventName: string;
  /** Undefined for a duplicate. */
  readonly status: ConversionStatus | undefined;
  readonly rewardCoins: Coins;
  /** With `contradiction`: its statement, from the input's `pending`. */
  readonly said?: string;
}

/** Lists the clicks that a message may be about. */
export const clickIdsOf = ({ clickId, otherClickId }: Pick<ConversionInput, 'clickId' | 'otherClickId'>): string[] =>
  otherClickId === undefined ? [clickId] : [clickId, otherClickId];

export type ConversionVerdict = RecordedConversion | ConversionRefusal;

export const isRecorded = (verdict: ConversionVerdict): verdict is RecordedConversion => 'conversionId' in verdict;

/** A conversion before it is written. Its status and reward are set step by step. */
export interface Draft {
  readonly id: string;
  readonly createdAt: Date;
  readonly input: ConversionInput;
  readonly click: ClickRow;
  readonly offer: CatalogOffer;
  /** Null for a manual payment. */
  readonly event: CatalogEvent | null;
  readonly day: string;
  readonly location: Location;
  /** The pending conversion that this draft updates. Null: it is a new one. */
  readonly updates: PendingConversion | null;
  readonly revenue: Revenue;
  code: 'accepted' | 'pending' | 'already_rewarded' | 'over_cap' | 'ip_blocked' | 'offer_inactive' | 'reversed';
  reward: Reward;
}

export const isDraft = (candidate: ConversionVerdict | Draft): candidate is Draft => 'click' in candidate;

const STATUS = {
  accepted: 'approved',
  pending: 'pending',
  already_rewarded: 'rejected',
  over_cap: 'cutbacked',
  ip_blocked: 'rejected',
  offer_inactive: 'pending',
  reversed: 'rejected',
} as const;

export const statusOf = (code: Draft['code']): ConversionStatus => STATUS[code];

const MANUAL_EVENT_ID = 0;

/** Returns the id that, with the click, makes a conversion unique. */
export const eventIdOf = ({ event }: Pick<Draft, 'event'>): number => event?.id ?? MANUAL_EVENT_ID;

/** Returns the offer's spelling. A manual payment has its own name. */
export const nameOfEvent = ({ event, input }: Pick<Draft, 'event' | 'input'>): string => event?.name ?? input.eventName;

/** Returns the name for reports. A manual payment's name has capitals, so it never equals an event's. */
export const reportedEvent = ({ event, input }: Pick<Draft, 'event' | 'input'>): string =>
  event?.key ?? input.eventName;

export function toConversion(draft: Draft): NewConversion {
  const { id, createdAt, input, click, offer, location, code, reward, revenue } = draft;
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
    ...location,
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
