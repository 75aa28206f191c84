import type { PostbackVerdict } from '@muneem/contract/postbacks';
import { event } from '#test/builders/events.ts';
import type { PostbackApp } from './postback-app.ts';

/** A postback and the expected explanation. */
export interface ExplainCase {
  readonly code: PostbackVerdict;
  readonly check: string | undefined;
  /** Prepares the data. @returns the URL that is first explained, then sent */
  url(app: PostbackApp): Promise<string>;
  readonly body?: string;
  /** The format of the body that carries the parameters, instead of the URL. */
  readonly as?: 'form' | 'json';
}

export const address = (app: PostbackApp, offerId: string, name: string, query: Record<string, string>) =>
  `/postback/${offerId}/${name}?${new URLSearchParams({ token: app.token, ...query }).toString()}`;
export const visit = async (app: PostbackApp, offerId: string) => app.click(offerId, await app.newUser());

export const EXPLAIN_CASES: readonly ExplainCase[] = [
  {
    code: 'accepted',
    check: undefined,
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await visit(app, id) });
    },
  },
  {
    code: 'accepted',
    check: undefined,
    url: async (app) => {
      const id = await app.createOffer();
      return `/postback?event=default&token=${app.token}&cid=${await visit(app, id)}`;
    },
  },
  {
    code: 'accepted',
    check: 'reward',
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await app.click(id) });
    },
  },
  ...(['form', 'json'] as const).flatMap((as): ExplainCase[] => [
    {
      code: 'accepted',
      check: undefined,
      as,
      url: async (app) => {
        const id = await app.createOffer();
        return address(app, id, 'install', { click_id: await visit(app, id), sub: 'a&b=c "d"' });
      },
    },
    {
      code: 'accepted',
      check: undefined,
      as,
      url: async (app) =>
        `/postback?event=deposit&token=${app.token}&transaction_id=${await visit(app, await app.createOffer())}`,
    },
    {
      code: 'bad_token',
      check: 'token',
      as,
      url: async (app) => {
        const id = await app.createOffer();
        return address(app, id, 'install', { click_id: await visit(app, id), token: 'wrong' });
      },
    },
  ]),
  {
    code: 'event_retired',
    check: 'known_event',
    url: async (app) => {
      const id = await app.createOffer();
      const clickId = await visit(app, id);
      await app.updateOffer(id, { events: [event('deposit', 7)] });
      return address(app, id, 'install', { click_id: clickId });
    },
  },
  {
    code: 'duplicate',
    check: 'duplicate',
    url: async (app) => {
      const id = await app.createOffer();
      const clickId = await visit(app, id);
      await app.send(id, 'install', { click_id: clickId });
      return address(app, id, 'default', { click_id: clickId });
    },
  },
  {
    code: 'over_cap',
    check: 'cap',
    url: async (app) => {
      const id = await app.createOffer({ events: [event('install', 7, { eventCap: 1 })] });
      await app.send(id, 'install', { click_id: await visit(app, id) });
      return address(app, id, 'install', { click_id: await visit(app, id) });
    },
  },
  {
    code: 'ip_blocked',
    check: 'address',
    url: async (app) => {
      const id = await app.createOffer({ ipBlock: 'active' });
      await app.send(id, 'install', { click_id: await visit(app, id) });
      return address(app, id, 'install', { click_id: await visit(app, id) });
    },
  },
  {
    code: 'ip_blocked',
    check: 'address',
    url: async (app) => {
      const id = await app.createOffer({ ipBlock: 'active' });
      return address(app, id, 'install', { click_id: await app.preparedClick(id, await app.newUser()) });
    },
  },
  {
    code: 'pending',
    check: 'direction',
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await visit(app, id), status: 'pending' });
    },
  },
  {
    code: 'offer_inactive',
    check: 'active',
    url: async (app) => {
      const id = await app.createOffer();
      const clickId = await visit(app, id);
      await app.updateOffer(id, { isActive: false });
      return address(app, id, 'install', { click_id: clickId });
    },
  },
  {
    code: 'reversed',
    check: undefined,
    url: async (app) => {
      const id = await app.createOffer();
      const clickId = await visit(app, id);
      await app.send(id, 'install', { click_id: clickId });
      return address(app, id, 'install', { click_id: clickId, reversed: '1' });
    },
  },
  {
    code: 'reversed',
    check: undefined,
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await visit(app, id), status: 'rejected' });
    },
  },
  {
    code: 'malformed',
    check: 'direction',
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await visit(app, id), reversed: 'maybe' });
    },
  },
  {
    code: 'malformed',
    check: 'event',
    url: async (app) =>
      `/postback?token=${app.token}&event=install&event=deposit&click_id=${await visit(app, await app.createOffer())}`,
  },
  { code: 'malformed', check: 'readable', url: async () => '/postback', body: '{"token":' },
  {
    code: 'click_missing',
    check: 'click_id',
    url: async (app) => address(app, await app.createOffer(), 'install', { click_id: '{click_id}' }),
  },
  {
    code: 'click_conflict',
    check: 'click_id',
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await visit(app, id), cid: await visit(app, id) });
    },
  },
  {
    code: 'event_missing',
    check: 'event',
    url: async (app) => `/postback?token=${app.token}&click_id=${await visit(app, await app.createOffer())}`,
  },
  {
    code: 'bad_token',
    check: 'token',
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await visit(app, id), token: 'wrong' });
    },
  },
  {
    code: 'bad_token',
    check: 'click_offer',
    url: async (app) => {
      await app.createOffer({ postbackToken: 'own-token-explained' });
      return `/postback?event=install&token=own-token-explained&click_id=${await visit(app, await app.createOffer())}`;
    },
  },
  {
    code: 'ip_not_allowed',
    check: 'sender',
    url: async (app) => {
      const id = await app.createOffer({ ipWhitelistSwitch: 'active', ipWhitelist: '203.0.113.5' });
      return address(app, id, 'install', { click_id: await visit(app, id) });
    },
  },
  {
    code: 'ip_not_allowed',
    check: 'sender',
    url: async (app) => {
      const id = await app.createOffer({ ipWhitelistSwitch: 'active', ipWhitelist: '203.0.113.5' });
      return `/postback?event=install&token=${app.token}&click_id=${await visit(app, id)}`;
    },
  },
  {
    code: 'click_unknown',
    check: 'click',
    url: async (app) => address(app, await app.createOffer(), 'install', { click_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
  },
  {
    code: 'click_unknown',
    check: 'click_id',
    url: async (app) => address(app, await app.createOffer(), 'install', { click_id: 'their-own-id' }),
  },
  {
    code: 'event_unknown',
    check: 'known_event',
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'teleport', { click_id: await visit(app, id) });
    },
  },
  {
    code: 'event_unknown',
    check: 'known_event',
    url: async (app) =>
      `/postback?event=teleport&token=${app.token}&click_id=${await visit(app, await app.createOffer())}`,
  },
  {
    code: 'offer_mismatch',
    check: 'click_offer',
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await visit(app, await app.createOffer()) });
    },
  },
  {
    code: 'offer_mismatch',
    check: 'offer',
    url: async (app) =>
      address(app, 'no-such-offer', 'install', { click_id: await visit(app, await app.createOffer()) }),
  },
];
