import type { ConversionSource, ConversionStatus } from '@muneem/contract/conversion-reports';
import type { Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';
import type { CatalogOffer } from '#features/offers/index.ts';

/** One claim that an event of a click happened. Who claims it was checked by the caller. */
export interface ConversionInput {
  readonly clickId: string;
  /** As the sender wrote it; matched to the offer's events without regard to case, then by alias. */
  readonly eventName: string;
  readonly source: ConversionSource;
  /** Who moves the coins: the system for a postback or a poll, the admin for a manual payment. */
  readonly actor: Actor;
  readonly at: Date;
  readonly conversionIp: string | null;
  /** The offer that the sender named; a click of another offer is refused. */
  readonly offerId?: string | undefined;
  /** A last word when the click's offer is known: a reason to refuse, or undefined. */
  readonly check?: ((offer: CatalogOffer) => ConversionRefusal | undefined) | undefined;
  /** What the sender told besides, kept as facts. */
  readonly externalData?: Readonly<Record<string, unknown>> | undefined;
  readonly smartPollData?: unknown;
  /**
   * For `manual` only: what to pay. The event is then a name of its own, not one of the offer's, and no cap, no
   * address rule and no pause of the offer stands in its way.
   */
  readonly rewardCoins?: Coins | undefined;
  /** The network took it back before it was counted, and why: it is recorded as rejected and pays nobody. */
  readonly reversed?: string | undefined;
  /** The network reported it and has not approved it yet: it is recorded as pending and pays nobody. */
  readonly awaitsApproval?: boolean | undefined;
  /** A review: when this event of the click waits (status pending), it is judged again instead of being a duplicate. */
  readonly approvePending?: boolean | undefined;
}

/** Nothing was recorded. */
export interface ConversionRefusal {
  readonly code:
    | 'click_unknown'
    | 'offer_mismatch'
    | 'event_unknown'
    | 'event_retired'
    | 'bad_token'
    | 'ip_not_allowed'
    | 'click_missing';
  readonly offerId?: string;
  /** With `event_unknown` and `event_retired`: the names of the offer's events. */
  readonly events?: readonly string[];
}

/** A conversion exists: made now, or (`duplicate`) before. */
export interface RecordedConversion {
  readonly code: 'accepted' | 'duplicate' | 'pending' | 'over_cap' | 'ip_blocked' | 'offer_inactive' | 'reversed';
  readonly conversionId: string;
  readonly offerId: string;
  /** As the offer calls it now. */
  readonly eventName: string;
  /** Undefined for a duplicate. */
  readonly status: ConversionStatus | undefined;
  readonly rewardCoins: Coins;
}

export type ConversionVerdict = RecordedConversion | ConversionRefusal;

export const isRecorded = (verdict: ConversionVerdict): verdict is RecordedConversion => 'conversionId' in verdict;
