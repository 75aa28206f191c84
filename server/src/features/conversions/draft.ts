import type { ConversionStatus } from '@muneem/contract/conversion-reports';
import type { Place } from '#platform/geo/index.ts';
import type { CatalogEvent, CatalogOffer } from '#features/offers/index.ts';
import type { Reward } from './compute-reward.ts';
import type { ConversionInput } from './conversion.ts';
import type { ClickRow } from './conversions.repository.ts';

/** A conversion that is about to be written; its status and reward are settled step by step. */
export interface Draft {
  readonly id: string;
  readonly createdAt: Date;
  readonly input: ConversionInput;
  readonly click: ClickRow;
  readonly offer: CatalogOffer;
  /** Null for a manual payment. */
  readonly event: CatalogEvent | null;
  readonly day: string;
  /** Where the click's address is. */
  readonly place: Place | null;
  /** The row is pending already: it is settled, not inserted. */
  readonly wasPending: boolean;
  code: 'accepted' | 'pending' | 'over_cap' | 'ip_blocked' | 'offer_inactive' | 'reversed';
  /** The reward of an accepted conversion. */
  reward: Reward;
}

const STATUS = {
  accepted: 'approved',
  pending: 'pending',
  over_cap: 'cutbacked',
  ip_blocked: 'rejected',
  offer_inactive: 'pending',
  reversed: 'rejected',
} as const;

export const statusOf = (code: Draft['code']): ConversionStatus => STATUS[code];

/** The id of a manual payment among the events of a click. */
const MANUAL_EVENT_ID = 0;

/** With the click it makes a conversion happen once. */
export const eventIdOf = ({ event }: Pick<Draft, 'event'>): number => event?.id ?? MANUAL_EVENT_ID;

/** As the offer spells it; a manual payment has a name of its own. */
export const nameOfEvent = ({ event, input }: Pick<Draft, 'event' | 'input'>): string => event?.name ?? input.eventName;

/** The name by which reports count. A manual payment has a name that is not in lower case, so no event shares it. */
export const reportedEvent = ({ event, input }: Pick<Draft, 'event' | 'input'>): string =>
  event?.key ?? input.eventName;
