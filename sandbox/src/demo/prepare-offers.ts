import {
  type OfferInput,
  createOffer,
  getOffer,
  listPrimeOffers,
  listRegularOffers,
  updateOffer,
} from '@muneem/contract/offers';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import type { AdNetwork, Campaign } from '../ad-network/index.ts';
import type { AdminSession } from '../product/index.ts';
import { prepareNetworks } from './sample-networks.ts';
import { PULSING_OFFER, sampleOffers } from './sample-offers.ts';

export interface PreparedOffer {
  readonly offerId: string;
  readonly campaign: Campaign;
}

export interface PreparedOffers {
  readonly open: readonly PreparedOffer[];
  /** The offer that the demo opens and closes automatically. */
  readonly pulsingId: string;
}

/**
 * Creates the sample offers, points them to this run's ad network, and gives the network its postback URLs.
 * @param productUrl the target of postbacks, independent of the domain in System URLs
 */
export async function prepareOffers(
  admin: AdminSession,
  network: AdNetwork,
  productUrl: string,
): Promise<PreparedOffers> {
  const existing = new Map<string, { _id: string; trackingUrl: string }>();
  for (const route of [listPrimeOffers, listRegularOffers]) {
    const answer = await admin.call(route, { query: {} });
    for (const offer of Array.isArray(answer) ? answer : answer.offers) existing.set(offer.title, offer);
  }
  const networks = await prepareNetworks(admin);
  const open: PreparedOffer[] = [];
  let pulsingId = '';
  for (const [index, { key, input: sample, shares }] of (await sampleOffers(network)).entries()) {
    const payer = networks[index % networks.length];
    const input = { ...sample, network: payer?.id };
    const before = existing.get(input.title);
    const { imageData: _, ...withoutImage } = input;
    let offerId = before?._id;
    if (offerId === undefined) offerId = (await admin.call(createOffer, { body: input })).offer._id;
    else if (isOurs(before?.trackingUrl) && before?.trackingUrl !== input.trackingUrl)
      await repoint(admin, offerId, withoutImage);
    if (key === PULSING_OFFER) {
      pulsingId = offerId;
      continue;
    }
    const { postbackUrls } = await admin.call(getPostbackUrls, { params: { id: offerId } });
    const events = Object.values(postbackUrls).map(({ name, url }) => ({
      name,
      postbackUrl: atProduct(url, productUrl, payer?.reported(revenueOf(input, name))),
      share: shares[name] ?? 0.5,
    }));
    open.push({ offerId, campaign: { id: key, title: input.title, events } });
  }
  network.setCampaigns(open.map(({ campaign }) => campaign));
  return { open, pulsingId };
}

/** Replaces the ports of an earlier run. Fields that a person changed stay. */
async function repoint(
  admin: AdminSession,
  id: string,
  { trackingUrl, pollUrl }: { trackingUrl: string; pollUrl?: string | null | undefined },
): Promise<void> {
  const { title, description, coins, type, requirements, steps, version } = await admin.call(getOffer, {
    params: { id },
  });
  await admin.call(updateOffer, {
    params: { id },
    body: { title, description, coins, type, requirements, steps, version, trackingUrl, pollUrl },
  });
}

const isOurs = (trackingUrl = ''): boolean => /^http:\/\/127\.0\.0\.1:\d+\/land\//.test(trackingUrl);

const revenueOf = ({ events = [] }: OfferInput, name: string): number =>
  events.find(({ eventName }) => eventName === name)?.revenue ?? 0;

/** @param payout the network's amount for the event */
function atProduct(address: string, productUrl: string, payout: string | undefined): string {
  const { pathname, search } = new URL(address);
  return `${productUrl}${pathname}${search}${payout === undefined ? '' : `&payout=${payout}`}`;
}
