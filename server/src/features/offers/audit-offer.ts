import { OFFER_FIELD_NAMES, type Offer } from '@muneem/contract/offers';

type Facts = Readonly<Record<string, unknown>>;

/** Returns the audited fields of an offer: no counters, and the token only as "set" or "none". */
export const auditedOffer = (offer: Offer): Facts => ({
  ...Object.fromEntries(OFFER_FIELD_NAMES.map((name) => [name, offer[name]])),
  postbackToken: offer.hasPostbackToken ? 'set' : 'none',
  events: offer.events.map(({ eventCount: _count, ...event }) => event),
});

/** Returns the changed fields. A changed token is reported without its value. */
export function offerChanges(before: Offer, after: Offer): { before: Facts; after: Facts } {
  const [old, now] = [auditedOffer(before), auditedOffer(after)];
  const changed = Object.keys(now).filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]));
  const pick = (facts: Facts): Record<string, unknown> => Object.fromEntries(changed.map((key) => [key, facts[key]]));
  const changes = { before: pick(old), after: pick(now) };
  if (before.hasPostbackToken && after.hasPostbackToken && before.postbackToken !== after.postbackToken) {
    changes.before['postbackToken'] = 'set';
    changes.after['postbackToken'] = 'changed';
  }
  return changes;
}
