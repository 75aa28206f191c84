import type { Offer } from '@muneem/contract/offers';

type Facts = Readonly<Record<string, unknown>>;

/** What people decide about an offer, for the audit: counts left out, the token only as "set". */
export function auditedOffer(offer: Offer): Facts {
  return {
    title: offer.title,
    description: offer.description,
    coins: offer.coins,
    type: offer.type,
    requirements: offer.requirements,
    image: offer.image,
    developer: offer.developer,
    rating: offer.rating,
    downloads: offer.downloads,
    category: offer.category,
    trackingUrl: offer.trackingUrl,
    pollUrl: offer.pollUrl,
    postbackToken: offer.hasPostbackToken ? 'set' : 'none',
    customClickIdParams: offer.customClickIdParams,
    deadline: offer.deadline,
    steps: offer.steps,
    isActive: offer.isActive,
    events: offer.events.map(({ eventCount: _count, ...event }) => event),
    ipWhitelistSwitch: offer.ipWhitelistSwitch,
    ipWhitelist: offer.ipWhitelist,
    ipBlock: offer.ipBlock,
  };
}

/** Only what differs. A changed token shows as changed, not as what it is. */
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
