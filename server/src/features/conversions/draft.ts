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
  /** Under which it stands; one that waited may have that of an event which is gone since. */
  readonly eventKey: string;
  /** The conversion that it repeats, which may stand under another key; undefined: whatever stands under its own. */
  readonly repeats: string | undefined;
  readonly day: string;
  /** Where the click's address is. */
  readonly place: Place | null;
  /** The row is pending already: it is settled, not inserted. */
  readonly wasPending: boolean;
  code: 'accepted' | 'pending' | 'over_cap' | 'ip_blocked' | 'offer_inactive' | 'reversed';
  /** What it earns where it is accepted. */
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

/** As the offer calls it now; a manual payment has a name of its own. */
export const nameOfEvent = ({ event, input }: Draft): string => event?.name ?? input.eventName;
