import type { Sql } from '#platform/database/index.ts';
import { offerInput } from '#test/builders/offers.ts';
import { platformCaller, TEST_PLATFORM_KEY, type Answer, type TestApp } from '#test/test-app.ts';

export const PLATFORM_BEARER = { authorization: `Bearer ${TEST_PLATFORM_KEY}` };

export interface PlatformAnswer {
  readonly status: number;
  readonly replayed: boolean;
  readonly retryAfter: string | undefined;
  readonly body: Answer['body'];
}

/** Calls the platform API of an app in this process. */
export function platformClient(app: TestApp) {
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
  /** Uses a new key unless the test gives one; null sends none. */
  const change =
    (method: 'POST' | 'PATCH') =>
    (path: string, body: object, key: string | null = newKey()) =>
      call(method, path, key === null ? {} : { 'idempotency-key': key }, body);
  const must = (path: string, body: object) => app.must('POST', `/api/platform/${path}`, body, platformCaller());
  return {
    newKey,
    get: (path: string) => call('GET', path, {}),
    post: change('POST'),
    patch: change('PATCH'),
    /** Creates an offer that this server has loaded. @returns its id */
    async createOffer(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
      return (await app.must('POST', '/api/offers', offerInput(overrides))).offer._id;
    },
    /** Requests a withdrawal to a UPI ID. @returns its id */
    withdraw: async (uid: string, coins: number, upiId = 'asha@okbank'): Promise<string> =>
      (await must('withdrawals', { uid, coins, paymentMethod: { type: 'upi', upiId } })).withdrawal.withdrawalId,
    /** @returns the id of the claim */
    claim: async (uid: string, offerId: string): Promise<string> =>
      (await must('offer-claims', { uid, offerId })).claim.claimId,
    countRows: async (statement: Sql) => (await app.database.query(statement)).length,
  };
}
