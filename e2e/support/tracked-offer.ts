import {
  createCustomPostback,
  toggleCustomPostback,
  type CustomPostback,
  type CustomPostbackInput,
} from '@muneem/contract/custom-postbacks';
import type { RouteAnswer } from '@muneem/contract/http';
import { createOffer } from '@muneem/contract/offers';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { offerBody } from './offer-body.ts';
import { person } from './person.ts';
import { expect } from './test.ts';
import type { TestWorld } from './world.ts';

export interface TrackedOffer {
  readonly id: string;
  readonly title: string;
  readonly securityToken: string;
  readonly trackingLink: string;
  readonly urls: RouteAnswer<typeof getPostbackUrls>['postbackUrls'];
  /** Creates a click, then sends the network's postback. @returns the click's id */
  convert(event: string): Promise<string>;
  /** Adds a custom postback: the minimum fields plus these. */
  addPostback(fields: Partial<CustomPostbackInput>, wish?: { active: boolean }): Promise<CustomPostback>;
}

interface EventOfOffer {
  readonly eventName: string;
  /** Rupees. */
  readonly eventPayout: number;
  readonly eventCap: number;
}

/** Creates an offer for postback tests, and a user who completes it. */
export async function makeTrackedOffer(
  world: TestWorld,
  title: string,
  events: readonly EventOfOffer[] = [{ eventName: 'install', eventPayout: 10, eventCap: 100 }],
): Promise<TrackedOffer> {
  const { network, platform } = world;
  const { offer } = await world.call(createOffer, {
    body: offerBody(title, {
      coins: 100,
      trackingUrl: network.trackingUrl('tracked'),
      events: events.map((event, index) => ({ ...event, isRequired: index === 0 })),
    }),
  });
  const uid = `of-${offer._id}`;
  await platform.createUser(person(uid, 'Ravi Kumar'));
  const {
    postbackUrls: urls,
    securityToken,
    trackingLink,
  } = await world.call(getPostbackUrls, { params: { id: offer._id } });

  return {
    id: offer._id,
    title,
    securityToken,
    trackingLink,
    urls,
    async convert(event) {
      const clickId = await platform.createClick({ uid, offerId: offer._id, p1: 'sub one' });
      const answer = await fetch(urls[event]!.url.replace('{click_id}', clickId));
      expect(answer.status).toBe(200);
      return clickId;
    },
    async addPostback(fields, wish = { active: false }) {
      const body = {
        companyName: 'Branch',
        companyId: 'br-1',
        eventName: 'install',
        postbackUrl: 'https://branch.example/pb?c={click_id}',
        ...fields,
      };
      const { postback } = await world.call(createCustomPostback, { params: { id: offer._id }, body });
      if (!wish.active) return postback;
      const params = { id: postback._id };
      return (await world.call(toggleCustomPostback, { params, body: { status: 'active' } })).postback;
    },
  };
}
