import { OFFER_FIELD_NAMES, type Offer } from '@muneem/contract/offers';
import { changedFields } from '#platform/audit-log/index.ts';

/** Returns the audited fields of an offer: no counters, and the token only as "set" or "none". */
export const auditedOffer = (offer: Offer): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(OFFER_FIELD_NAMES.map((name) => [name, offer[name]])),
  postbackToken: offer.hasPostbackToken ? 'set' : 'none',
  events: offer.events.map(({ eventCount: _count, ...event }) => event),
});

/** Returns the changed fields. A changed token is reported without its value. */
export function offerChanges(before: Offer, after: Offer): ReturnType<typeof changedFields> {
  const hasNewToken = before.hasPostbackToken && after.hasPostbackToken && before.postbackToken !== after.postbackToken;
  const now = auditedOffer(after);
  return changedFields(auditedOffer(before), hasNewToken ? { ...now, postbackToken: 'changed' } : now);
}
