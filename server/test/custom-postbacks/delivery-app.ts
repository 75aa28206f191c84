import { expect } from 'vitest';
import type { CustomPostback, Delivery, DeliveryAttempt } from '@muneem/contract/custom-postbacks';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';

type Overrides = Readonly<Record<string, unknown>>;

export type DeliveryApp = Awaited<ReturnType<typeof createDeliveryApp>>;

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
) {
  const app = await createPostbackApp(settings, options);
  const { must } = app;
  const addPostback = async (offerId: string, overrides?: Overrides) =>
    (
      await must<{ postback: CustomPostback }>(
        'POST',
        `/api/offers/${offerId}/custom-postbacks`,
        postbackInput(overrides),
      )
    ).postback;
  const activate = async (id: string) =>
    (await must<{ postback: CustomPostback }>('PATCH', `/api/custom-postbacks/${id}/toggle`, { status: 'active' }))
      .postback;
  const deliveries = async (offerId: string, query = '') =>
    (await must<{ deliveries: Delivery[] }>('GET', `/api/offers/${offerId}/postback-deliveries?${query}`)).deliveries;
  return {
    ...app,
    addPostback,
    activate,
    addActive: async (offerId: string, overrides: Overrides) => activate((await addPostback(offerId, overrides))._id),
    getPostback: async (id: string) =>
      (await must<{ postback: CustomPostback }>('GET', `/api/custom-postbacks/${id}`)).postback,
    /** Makes a new click, then an approved conversion. @returns the click's id */
    async convert(offerId: string, event = 'install', click: Readonly<Record<string, string>> = {}) {
      const clickId = await app.click(offerId, await app.newUser(), click);
      const sent = await app.send(offerId, event, { click_id: clickId });
      expect(sent.body).toMatchObject({ code: 'accepted' });
      return clickId;
    },
    deliveries,
    delivery: (id: string) =>
      must<{ delivery: Delivery; attempts: DeliveryAttempt[]; body: string | null }>(
        'GET',
        `/api/postback-deliveries/${id}`,
      ),
    /** Waits until the deliveries of an offer have these states, newest first. */
    statuses: (offerId: string) => expect.poll(async () => (await deliveries(offerId)).map(({ status }) => status)),
  };
}
