import type { Sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { TEST_PLATFORM_KEY, type TestApp } from '#test/test-app.ts';

export const PLATFORM_BEARER = { authorization: `Bearer ${TEST_PLATFORM_KEY}` };

export interface PlatformAnswer {
  readonly status: number;
  readonly replayed: boolean;
  readonly retryAfter: string | undefined;
  readonly body: Record<string, never> & { code?: string };
}

export interface PlatformClient {
  /** Returns a new Idempotency-Key. */
  newKey(): string;
  get(path: string): Promise<PlatformAnswer>;
  /** Uses a new key unless the test gives one; null sends none. */
  post(path: string, body: object, key?: string | null): Promise<PlatformAnswer>;
  /** Creates an offer that this server has loaded. @returns its id */
  createOffer(overrides?: Readonly<Record<string, unknown>>): Promise<string>;
  countRows(statement: Sql): Promise<number>;
}

/** Calls the platform API of an app in this process. */
export function platformClient(app: TestApp): PlatformClient {
  let keys = 0;
  const newKey = (): string => `key-${(keys += 1)}`;
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<PlatformAnswer> => {
    const response = await app.http.fastify.inject({
      method,
      url: `/api/platform/${path}`,
      headers: { ...PLATFORM_BEARER, ...headers },
      ...(body ? { payload: body } : {}),
    });
    return {
      status: response.statusCode,
      replayed: response.headers['idempotent-replayed'] === 'true',
      retryAfter: response.headers['retry-after'],
      body: response.json(),
    };
  };
  const post: PlatformClient['post'] = (path, body, key = newKey()) =>
    call('POST', path, key === null ? {} : { 'idempotency-key': key }, body);
  return {
    newKey,
    get: (path) => call('GET', path, {}),
    post,
    async createOffer(overrides = {}) {
      const { headers } = await openAdminSession(app);
      const response = await app.http.fastify.inject({
        method: 'POST',
        url: '/api/offers',
        headers,
        payload: offerInput(overrides),
      });
      if (response.statusCode !== 200) throw new Error(`the offer was not created: ${response.body}`);
      return response.json<{ offer: { _id: string } }>().offer._id;
    },
    countRows: async (statement) => (await app.database.query(statement)).length,
  };
}
