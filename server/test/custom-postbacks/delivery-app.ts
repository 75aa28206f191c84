import { expect } from 'vitest';
import type { CustomPostback, Delivery, DeliveryAttempt } from '@muneem/contract/custom-postbacks';
import { createPostbackApp, type PostbackApp } from '#test/postbacks/postback-app.ts';

export interface DeliveryApp extends PostbackApp {
  /** Creates a custom postback of the event install over HTTP. */
  addPostback(offerId: string, overrides?: Readonly<Record<string, unknown>>): Promise<CustomPostback>;
  activate(id: string): Promise<CustomPostback>;
  addActive(offerId: string, overrides: Readonly<Record<string, unknown>>): Promise<CustomPostback>;
  getPostback(id: string): Promise<CustomPostback>;
  /** Makes a new click, then an approved conversion. @returns the click's id */
  convert(offerId: string, event?: string, click?: Readonly<Record<string, string>>): Promise<string>;
  deliveries(offerId: string, query?: string): Promise<Delivery[]>;
  delivery(id: string): Promise<{ delivery: Delivery; attempts: DeliveryAttempt[]; body: string | null }>;
  /** Waits until the deliveries of an offer have these states, newest first. */
  statuses(offerId: string): ReturnType<typeof expect.poll<string[]>>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const postbackInput = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  companyName: 'Track & Co',
  companyId: 'track-1',
  eventName: 'install',
  postbackUrl: 'https://tracker.example/postback?click={click_id}',
  ...overrides,
});

/** The real app with helpers for custom postbacks. Sends nothing before `start()`. */
export async function createDeliveryApp(
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof createPostbackApp>[1] = {},
): Promise<DeliveryApp> {
  const app = await createPostbackApp(settings, options);
  const must = async <Body>(method: Method, url: string, payload?: object): Promise<Body> => {
    const { status, body } = await app.call<Body>(method, url, payload);
    if (status !== 200) throw new Error(`${method} ${url} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const addPostback: DeliveryApp['addPostback'] = async (offerId, overrides) =>
    (
      await must<{ postback: CustomPostback }>(
        'POST',
        `/api/offers/${offerId}/custom-postbacks`,
        postbackInput(overrides),
      )
    ).postback;
  const activate: DeliveryApp['activate'] = async (id) =>
    (await must<{ postback: CustomPostback }>('PATCH', `/api/custom-postbacks/${id}/toggle`, { status: 'active' }))
      .postback;
  const deliveries: DeliveryApp['deliveries'] = async (offerId, query = '') =>
    (await must<{ deliveries: Delivery[] }>('GET', `/api/offers/${offerId}/postback-deliveries?${query}`)).deliveries;
  return {
    ...app,
    addPostback,
    activate,
    addActive: async (offerId, overrides) => activate((await addPostback(offerId, overrides))._id),
    getPostback: async (id) =>
      (await must<{ postback: CustomPostback }>('GET', `/api/custom-postbacks/${id}`)).postback,
    async convert(offerId, event = 'install', click = {}) {
      const clickId = await app.click(offerId, await app.newUser(), click);
      const sent = await app.send(offerId, event, { click_id: clickId });
      expect(sent.body).toMatchObject({ code: 'accepted' });
      return clickId;
    },
    deliveries,
    delivery: (id) => must('GET', `/api/postback-deliveries/${id}`),
    statuses: (offerId) => expect.poll(async () => (await deliveries(offerId)).map(({ status }) => status)),
  };
}
