import {
  createCustomPostback,
  listCustomPostbacks,
  toggleCustomPostback,
  updateCustomPostback,
  type CustomPostback,
} from '@muneem/contract/custom-postbacks';
import type { AdminSession } from '../product/index.ts';
import { COMPANIES, type Company } from '../tracking-company/index.ts';
import type { PreparedOffer } from './prepare-offers.ts';

/**
 * A custom postback of the demo: the company and the event's index in the offer. A timeout of 1 s is too short for slow
 * companies.
 */
interface Plan {
  readonly company: string;
  readonly event: number;
  readonly method: 'GET' | 'POST';
  readonly priority: number;
  readonly retryCount: number;
  readonly timeout: number;
  readonly status: 'active' | 'inactive' | 'testing';
}

const plan = (company: string, event: number, more: Partial<Omit<Plan, 'company' | 'event'>> = {}): Plan => ({
  company,
  event,
  method: 'GET',
  priority: 1,
  retryCount: 3,
  timeout: 10_000,
  status: 'active',
  ...more,
});

const PLANS: readonly (readonly Plan[])[] = [
  [
    plan('openpixel', 0),
    plan('adsmeter', 0, { method: 'POST', priority: 2, timeout: 1_000 }),
    plan('clickwise', 1, { priority: 3, timeout: 1_000, retryCount: 1 }),
    plan('trackhub', 1, { priority: 5, status: 'testing' }),
    plan('sunset', 0, { priority: 9, retryCount: 0 }),
  ],
  [plan('trackhub', 0, { timeout: 1_000, retryCount: 0 }), plan('openpixel', 1, { status: 'inactive' })],
  [plan('adsmeter', 0, { priority: 4, timeout: 1_000 })],
];

/** Creates custom postbacks for the first offers. Existing ones get the tracking company's current port. */
export async function prepareCustomPostbacks(
  admin: AdminSession,
  offers: readonly PreparedOffer[],
  trackingUrl: string,
): Promise<void> {
  for (const [index, plans] of PLANS.entries()) {
    const offer = offers[index];
    if (offer === undefined) return;
    const { postbacks } = await admin.call(listCustomPostbacks, { params: { id: offer.offerId } });
    if (postbacks.length === 0) for (const each of plans) await add(admin, offer, each, trackingUrl);
    else for (const postback of postbacks) await follow(admin, postback, trackingUrl);
  }
}

async function add(admin: AdminSession, offer: PreparedOffer, each: Plan, trackingUrl: string): Promise<void> {
  const company = COMPANIES.find(({ key }) => key === each.company);
  const event = offer.campaign.events[each.event]?.name;
  if (company === undefined || event === undefined) return;
  const { key, name, contactPerson, authentication } = company;
  const { postback } = await admin.call(createCustomPostback, {
    params: { id: offer.offerId },
    body: {
      companyName: name,
      companyId: key,
      contactEmail: `partners@${key}.example`,
      contactPerson,
      eventName: event,
      postbackUrl: addressOf(company, trackingUrl),
      httpMethod: each.method,
      bodyTemplate: each.method === 'POST' ? '{"click":"{click_id}","payout":"{payout}","at":"{timestamp}"}' : '',
      authentication,
      priority: each.priority,
      retryCount: each.retryCount,
      timeout: each.timeout,
    },
  });
  if (each.status !== 'inactive')
    await admin.call(toggleCustomPostback, { params: { id: postback._id }, body: { status: each.status } });
}

/** Changes a postback's port. The host changes too, so the secret is sent again. */
async function follow(admin: AdminSession, postback: CustomPostback, trackingUrl: string): Promise<void> {
  const company = COMPANIES.find(({ key }) => key === postback.companyId);
  const isOurs = /^http:\/\/127\.0\.0\.1:\d+\/postback\//.test(postback.postbackUrl);
  if (company === undefined || !isOurs || postback.postbackUrl.startsWith(`${trackingUrl}/`)) return;
  const { pathname, search } = new URL(postback.postbackUrl);
  await admin.call(updateCustomPostback, {
    params: { id: postback._id },
    body: {
      ...postback,
      postbackUrl: decodeURI(`${trackingUrl}${pathname}${search}`),
      authentication: company.authentication,
    },
  });
}

const addressOf = ({ key }: Company, trackingUrl: string): string =>
  `${trackingUrl}/postback/${key}?click={click_id}&offer={offer_id}&event={event_name}&payout={payout}&currency={currency}&sub={p1}`;
