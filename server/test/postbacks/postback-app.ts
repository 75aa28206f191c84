import { expect } from 'vitest';
import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { createSecretBox } from '#platform/crypto/index.ts';
import { sql } from '#platform/database/index.ts';
import { atTheEnd } from '#test/at-the-end.ts';
import { offerInput } from '#test/builders/offers.ts';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import { createTestApp, platformCaller } from '#test/test-app.ts';

export const BROWSER =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

export type PostbackApp = Awaited<ReturnType<typeof createPostbackApp>>;
type Fields = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

export interface Sender {
  readonly remoteAddress?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SentPostback {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: PostbackAnswer;
}

export interface ConversionOfClick extends Record<string, unknown> {
  eventKey: string;
  status: string;
  reason: string | null;
  rewardCoins: number;
  userPayoutPaise: number;
  externalData: Record<string, unknown>;
}

/** The real app with helpers for the steps of a reward, each over HTTP. In the end its ledger balances, unless the file `breaksBooks`. */
export async function createPostbackApp(
  settings: Readonly<Record<string, string>> = {},
  { breaksBooks = false, ...options }: Parameters<typeof createTestApp>[1] & { readonly breaksBooks?: boolean } = {},
) {
  const app = await createTestApp(settings, options);
  const { fastify } = app.http;
  const { must } = app;
  const [row] = await app.database.query<{ sealed: string }>(sql`select security_token_sealed as sealed from settings`);
  const token = createSecretBox(app.config.APP_SECRET).open(row?.sealed ?? '', 'settings.security-token');
  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    app.database.prepared<Row>('', text, values);
  const createUser = async (uid: string, more: Fields = {}): Promise<void> => {
    await must('POST', '/api/platform/users', { uid, ...more }, platformCaller());
  };
  /** Creates a user. @returns the uid */
  const newUser = async (more: Fields = {}): Promise<string> => {
    const uid = `user-${crypto.randomUUID()}`;
    await createUser(uid, more);
    return uid;
  };
  /** Follows the tracking link. @returns the click's id */
  const click = async (offerId: string, uid?: string, more: Texts = {}, from: Sender = {}): Promise<string> => {
    const query = new URLSearchParams({ ...(uid === undefined ? {} : { uid }), ...more }).toString();
    const headers = { 'user-agent': BROWSER, ...from.headers };
    const response = await fastify.inject({ url: `/track/${offerId}?${query}`, ...from, headers });
    if (response.statusCode !== 302)
      throw new Error(`the tracking link answered ${response.statusCode}: ${response.body}`);
    return new URL(String(response.headers.location)).searchParams.get('c') ?? '';
  };
  return {
    ...app,
    close: atTheEnd(async () => {
      if (!breaksBooks) expect(await breachesOf(app)).toEqual([]);
      await app.close();
    }),
    /** The global security token of the settings. */
    token,
    rows,
    createUser,
    newUser,
    conversionsOf: (clickId: string) =>
      rows<ConversionOfClick>(
        'select event_key, status, reason, reward_coins, user_payout_paise, external_data from conversions where click_id = $1 order by id',
        [clickId],
      ),
    /** Waits for the verdicts of the postbacks whose URL contains `needle`. Refused ones are logged asynchronously. */
    logged: (needle: string) =>
      expect.poll(async () => {
        const found = await rows<{ verdict: string }>(
          "select verdict from postback_log where url like '%' || $1 || '%' order by id",
          [needle],
        );
        return found.map(({ verdict }) => verdict);
      }),
    async createOffer(overrides: Fields = {}): Promise<string> {
      return (await must('POST', '/api/offers', offerInput(overrides))).offer._id;
    },
    async updateOffer(id: string, overrides: Fields) {
      await must('PUT', `/api/offers/${id}`, offerInput(overrides));
    },
    async deleteOffer(id: string) {
      await must('DELETE', `/api/offers/${id}`);
    },
    click,
    /** A click of a new user. */
    async newVisit(offerId: string) {
      const uid = await newUser();
      return { uid, clickId: await click(offerId, uid) };
    },
    /** Makes a click through the platform API, without a visit of its link. @returns the click's id */
    async preparedClick(offerId: string, uid: string): Promise<string> {
      return (await must('POST', '/api/platform/clicks', { offerId, uid }, platformCaller())).clickId;
    },
    async send(offerId: string, event: string, query: Texts, from: Sender = {}): Promise<SentPostback> {
      const search = new URLSearchParams({ token, ...query }).toString();
      const response = await fastify.inject({
        url: `/postback/${offerId}/${encodeURIComponent(event)}?${search}`,
        ...from,
      });
      return { status: response.statusCode, headers: response.headers, body: response.json<PostbackAnswer>() };
    },
    async balance(uid: string): Promise<number> {
      const rows = await app.database.query<{ balance: number }>(
        sql`select w.balance from wallets w join users u on u.id = w.user_id where u.uid = ${uid}`,
      );
      return rows[0]?.balance ?? 0;
    },
  };
}
