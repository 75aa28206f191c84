import type { ClaimEvidence } from '@muneem/contract/offer-claims';
import { copy } from './offer-claims.copy.ts';

/** The clicks, and the events with the coins that they earned. */
export const evidenceLines = ({ clicks, events, earnedCoins }: ClaimEvidence): readonly [string, string] => [
  clicks === 0 ? copy.evidence.noClicks : copy.evidence.clicks(clicks),
  copy.evidence.events(events, earnedCoins),
];
