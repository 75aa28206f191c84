import type { ConversionStatus } from '@muneem/contract/conversion-reports';
import type { Place } from '#platform/geo/index.ts';
import type { CatalogEvent, CatalogOffer } from '#features/offers/index.ts';
import type { Reward } from './compute-reward.ts';
import type { ConversionInput, ConversionVerdict } from './conversion.ts';
import type { ClickRow } from './conversions.repository.ts';
import type { PendingConversion } from './pending-conversions.repository.ts';
import type { Revenue } from './revenue.ts';

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
  /** The place of the click's IP address. */
  readonly place: Place;
  /** The pending row that this draft settles: update it, do not insert one. */
  readonly settles: PendingConversion | null;
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

/** The event id of a manual payment. */
const MANUAL_EVENT_ID = 0;

/** Returns the id that, with the click, makes a conversion unique. */
export const eventIdOf = ({ event }: Pick<Draft, 'event'>): number => event?.id ?? MANUAL_EVENT_ID;

/** Returns the offer's spelling. A manual payment has its own name. */
export const nameOfEvent = ({ event, input }: Pick<Draft, 'event' | 'input'>): string => event?.name ?? input.eventName;

/** Returns the name for reports. A manual payment's name has capitals, so it never equals an event's. */
export const reportedEvent = ({ event, input }: Pick<Draft, 'event' | 'input'>): string =>
  event?.key ?? input.eventName;
