import type { Sql } from '#platform/database/index.ts';
import { offerInput } from '#test/builders/offers.ts';
import { TEST_PLATFORM_KEY, type Answer, type TestApp } from '#test/test-app.ts';

export const PLATFORM_BEARER = { authorization: `Bearer ${TEST_PLATFORM_KEY}` };

export interface PlatformAnswer {
  readonly status: number;
  readonly replayed: boolean;
  readonly retryAfter: string | undefined;
  readonly body: Answer['body'];
}

export interface PlatformClient {
  /** Returns a new Idempotency-Key. */
  newKey(): string;
  get(path: string): Promise<PlatformAnswer>;
  /** Uses a new key unless the test gives one; null sends none. */
  post(path: string, body: object, key?: string | null): Promise<PlatformAnswer>;
  patch(path: string, body: object, key?: string | null): Promise<PlatformAnswer>;
  /** Creates an offer that this server has loaded. @returns its id */
  createOffer(overrides?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Requests a withdrawal to a UPI ID. @returns its id */
  withdraw(uid: string, coins: number, upiId?: string): Promise<string>;
  /** @returns the id of the claim */
  claim(uid: string, offerId: string): Promise<string>;
  countRows(statement: Sql): Promise<number>;
}

/** Calls the platform API of an app in this process. */
export function platformClient(app: TestApp): PlatformClient {
  const newKey = (): string => `key-${crypto.randomUUID()}`;
  const call = async (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<PlatformAnswer> => {
    const answer = await app.call(method, `/api/platform/${path}`, body, {
      headers: { ...PLATFORM_BEARER, ...headers },
    });
    return {
      status: answer.status,
      replayed: answer.headers['idempotent-replayed'] === 'true',
      retryAfter: answer.headers['retry-after'],
      body: answer.body,
    };
  };
  const change =
    (method: 'POST' | 'PATCH'): PlatformClient['post'] =>
    (path, body, key = newKey()) =>
      call(method, path, key === null ? {} : { 'idempotency-key': key }, body);
  const post = change('POST');
  const must = async (path: string, body: object): Promise<PlatformAnswer['body']> => {
    const answer = await post(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    newKey,
    get: (path) => call('GET', path, {}),
    post,
    patch: change('PATCH'),
    async createOffer(overrides = {}) {
      const { status, body } = await app.call('POST', '/api/offers', offerInput(overrides));
      if (status !== 200) throw new Error(`the offer was not created: ${JSON.stringify(body)}`);
      return body.offer._id;
    },
    withdraw: async (uid, coins, upiId = 'asha@okbank') =>
      (await must('withdrawals', { uid, coins, paymentMethod: { type: 'upi', upiId } })).withdrawal.withdrawalId,
    claim: async (uid, offerId) => (await must('offer-claims', { uid, offerId })).claim.claimId,
    countRows: async (statement) => (await app.database.query(statement)).length,
  };
}
