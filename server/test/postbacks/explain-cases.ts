import type { PostbackVerdict } from '@muneem/contract/postbacks';
import { event } from '#test/builders/events.ts';
import type { PostbackApp } from './postback-app.ts';

/** Prepares the data. @returns the URL that is first explained, then sent */
type Prepare = (app: PostbackApp) => Promise<string>;

/** A postback and the expected explanation. */
export interface ExplainCase {
  readonly code: PostbackVerdict;
  readonly check: string | undefined;
  /** The explanation of the failed check. */
  readonly detail?: RegExp;
  readonly url: Prepare;
  readonly body?: string;
  /** The format of the body that carries the parameters, instead of the URL. */
  readonly as?: 'form' | 'json';
}

type Query = Readonly<Record<string, string>>;

export const address = (app: PostbackApp, offerId: string, name: string, query: Query) =>
  `/postback/${offerId}/${name}?${new URLSearchParams({ token: app.token, ...query }).toString()}`;
export const visit = async (app: PostbackApp, offerId: string) => app.click(offerId, await app.newUser());

/** A postback about the event `install` of a clicked offer. */
const clicked =
  (query: Query = {}, offer: object = {}, name = 'install'): Prepare =>
  async (app) => {
    const id = await app.createOffer({ ...offer });
    return address(app, id, name, { click_id: await visit(app, id), ...query });
  };

/** The same after something has happened to the offer or the click. */
const clickedAndThen =
  (happen: (app: PostbackApp, offerId: string, clickId: string) => Promise<unknown>, query: Query = {}): Prepare =>
  async (app) => {
    const id = await app.createOffer();
    const clickId = await visit(app, id);
    await happen(app, id, clickId);
    return address(app, id, 'install', { click_id: clickId, ...query });
  };

/** Another click of the offer was paid before. */
const paidBefore =
  (offer: object): Prepare =>
  async (app) => {
    const id = await app.createOffer({ ...offer });
    await app.send(id, 'install', { click_id: await visit(app, id) });
    return address(app, id, 'install', { click_id: await visit(app, id) });
  };

/** A short form: the click determines the offer. */
const short =
  (query: Query, clickParam = 'click_id', offer: object = {}): Prepare =>
  async (app) => {
    const clickId = await visit(app, await app.createOffer({ ...offer }));
    return `/postback?${new URLSearchParams({ token: app.token, ...query, [clickParam]: clickId }).toString()}`;
  };

const LISTED = { ipWhitelistSwitch: 'active', ipWhitelist: '203.0.113.5' };
const pay = (app: PostbackApp, id: string, clickId: string) => app.send(id, 'install', { click_id: clickId });

export const EXPLAIN_CASES: readonly ExplainCase[] = [
  { code: 'accepted', check: undefined, url: clicked() },
  { code: 'accepted', check: undefined, url: short({ event: 'default' }, 'cid') },
  {
    code: 'accepted',
    check: 'reward',
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await app.click(id) });
    },
  },
  ...(['form', 'json'] as const).flatMap((as): ExplainCase[] => [
    { code: 'accepted', check: undefined, as, url: clicked({ sub: 'a&b=c "d"' }) },
    { code: 'accepted', check: undefined, as, url: short({ event: 'deposit' }, 'transaction_id') },
    { code: 'bad_token', check: 'token', as, url: clicked({ token: 'wrong' }) },
  ]),
  {
    code: 'event_retired',
    check: 'known_event',
    url: clickedAndThen((app, id) => app.updateOffer(id, { events: [event('deposit', 7)] })),
  },
  { code: 'duplicate', check: 'duplicate', url: clickedAndThen(pay) },
  {
    code: 'contradiction',
    check: 'duplicate',
    detail: /^It contradicts the approved cnv_\w{26}\. The network has not approved the event yet \(status=hold\)\.$/,
    url: clickedAndThen(pay, { status: 'hold' }),
  },
  { code: 'over_cap', check: 'cap', url: paidBefore({ events: [event('install', 7, { eventCap: 1 })] }) },
  {
    code: 'already_rewarded',
    check: 'user',
    detail: /^Already rewarded: the offer pays each user once\.$/,
    url: async (app) => {
      const [id, uid] = [await app.createOffer({ rewardLimit: 'once' }), await app.newUser()];
      await app.send(id, 'install', { click_id: await app.click(id, uid) });
      return address(app, id, 'install', { click_id: await app.click(id, uid) });
    },
  },
  { code: 'ip_blocked', check: 'address', url: paidBefore({ ipBlock: 'active' }) },
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
    detail: /^The network has not approved the event yet \(status=lead\)\.$/,
    url: clicked({ status: 'Lead' }),
  },
  {
    code: 'offer_inactive',
    check: 'active',
    url: clickedAndThen((app, id) => app.updateOffer(id, { isActive: false })),
  },
  { code: 'reversed', check: undefined, url: clickedAndThen(pay, { reversed: '1' }) },
  { code: 'reversed', check: undefined, url: clicked({ status: 'rejected' }) },
  { code: 'pending', check: 'direction', url: clicked({ reversed: 'maybe' }) },
  { code: 'test', check: 'direction', url: clicked({ test: '1' }) },
  {
    code: 'malformed',
    check: 'event',
    url: async (app) => `${await short({ event: 'install' })(app)}&event=deposit`,
  },
  { code: 'malformed', check: 'readable', url: async () => '/postback', body: '{"token":' },
  { code: 'click_missing', check: 'click_id', url: clicked({ click_id: '{click_id}' }) },
  {
    code: 'click_conflict',
    check: 'click_id',
    url: async (app) => {
      const id = await app.createOffer();
      return address(app, id, 'install', { click_id: await visit(app, id), cid: await visit(app, id) });
    },
  },
  { code: 'event_missing', check: 'event', url: short({}) },
  { code: 'bad_token', check: 'token', url: clicked({ token: 'wrong' }) },
  {
    code: 'bad_token',
    check: 'click_offer',
    url: async (app) => {
      await app.createOffer({ postbackToken: 'own-token-explained' });
      return short({ event: 'install', token: 'own-token-explained' })(app);
    },
  },
  { code: 'ip_not_allowed', check: 'sender', url: clicked({}, LISTED) },
  { code: 'ip_not_allowed', check: 'sender', url: short({ event: 'install' }, 'click_id', LISTED) },
  { code: 'click_unknown', check: 'click', url: clicked({ click_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }) },
  { code: 'click_unknown', check: 'click_id', url: clicked({ click_id: 'their-own-id' }) },
  { code: 'event_unknown', check: 'known_event', url: clicked({}, {}, 'teleport') },
  { code: 'event_unknown', check: 'known_event', url: short({ event: 'teleport' }) },
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
