import { expect } from 'vitest';
import type { PostbackAnswer } from '@muneem/contract/postbacks';
import type { PostbackApp } from './postback-app.ts';

export const event = (eventName: string, more: object = {}) => ({
  eventName,
  eventPayout: 30,
  eventCap: 1000,
  isRequired: true,
  description: '',
  ...more,
});

interface PaidClick {
  readonly offerId: string;
  readonly uid: string;
  readonly clickId: string;
  readonly conversionId: string | undefined;
}

/** What happens to an offer's events and their clicks, each over HTTP. */
export interface EventSteps {
  /** The stored event of this name, as its form sends it: with its `_id` and perhaps a new name. */
  stored(offerId: string, name: string, more?: object): Promise<ReturnType<typeof event> & { _id?: number }>;
  rename(offerId: string, name: string, eventName: string, more?: object): Promise<void>;
  send(offerId: string, name: string, clickId: string, more?: Record<string, string>): Promise<PostbackAnswer>;
  statusOf(clickId: string): Promise<string | undefined>;
  /** An offer with one event, and a click that it has paid. */
  paidClick(name: string, more?: Readonly<Record<string, unknown>>): Promise<PaidClick>;
}

export function eventSteps(app: PostbackApp): EventSteps {
  const stored: EventSteps['stored'] = async (offerId, name, more = {}) => {
    const [row] = await app.rows<{ id: number }>(
      'select id from offer_events where offer_id = $1 and name = $2 and removed_at is null',
      [offerId, name],
    );
    return event(name, { _id: row?.id, ...more });
  };
  const send: EventSteps['send'] = async (offerId, name, clickId, more = {}) =>
    (await app.send(offerId, name, { click_id: clickId, ...more })).body;
  return {
    stored,
    send,
    rename: async (offerId, name, eventName, more = {}) =>
      app.updateOffer(offerId, { ...more, events: [await stored(offerId, name, { eventName })] }),
    statusOf: async (clickId) =>
      (await app.rows<{ status: string }>('select status from clicks where id = $1', [clickId]))[0]?.status,
    async paidClick(name, more = {}) {
      const offerId = await app.createOffer({ events: [event(name)], ...more });
      const uid = await app.newUser();
      const clickId = await app.click(offerId, uid);
      const paid = await send(offerId, name, clickId);
      expect(paid).toMatchObject({ code: 'accepted' });
      return { offerId, uid, clickId, conversionId: paid.conversionId };
    },
  };
}
