import type { ConversionSource, ConversionStatus } from '@muneem/contract/conversion-reports';
import type { Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';
import type { CatalogOffer } from '#features/offers/index.ts';

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
  readonly code:
    | 'accepted'
    | 'duplicate'
    | 'contradiction'
    | 'pending'
    | 'already_rewarded'
    | 'over_cap'
    | 'ip_blocked'
    | 'offer_inactive'
    | 'reversed';
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
