import { randomUUID } from 'node:crypto';

const TIMEOUT_MS = 15_000;
const TRIES = 5;
const OFFER_TRIES = 20;

export interface NewUser {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly gender: string;
}

export type PaymentMethod =
  | { readonly type: 'upi'; readonly upiId: string }
  | { readonly type: 'bank'; readonly accountNumber: string; readonly ifscCode: string };

export type PlatformClient = ReturnType<typeof createPlatformClient>;

export interface PlatformAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The consumer app as a client of the platform API. */
export function createPlatformClient({ url, key }: { url: string; key: string }) {
  async function call(method: string, path: string, body?: unknown): Promise<PlatformAnswer> {
    // All tries use the same key, so a repeat after a lost answer has no second effect.
    const idempotencyKey = randomUUID();
    let failure: unknown;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        const response = await fetch(`${url}/api${path}`, {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
        if (response.status !== 429 && response.status < 500) return answer;
        failure = new Error(`${method} ${path}: ${response.status} ${String(answer.body['message'])}`);
      } catch (error) {
        failure = error;
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000 * attempt));
    }
    throw failure;
  }

  /** @returns the click's id. Waits for a new offer, which every server knows within half a second. */
  async function createClick(click: { uid: string; offerId: string; p1?: string }): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, body } = await call('POST', '/platform/clicks', click);
      if (typeof body['clickId'] === 'string') return body['clickId'];
      if (attempt === OFFER_TRIES) throw new Error(`the click was answered ${status} ${String(body['message'])}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  return {
    createClick,
    createUser: (user: NewUser) => call('POST', '/platform/users', user),
    /** @returns coins, or undefined for an unknown user */
    async balance(uid: string) {
      const { status, body } = await call('GET', `/platform/users/${encodeURIComponent(uid)}`);
      const { coins } = (body['user'] ?? body) as { coins?: unknown };
      return status === 200 && typeof coins === 'number' ? coins : undefined;
    },
    claimOffer: (claim: { uid: string; offerId: string }) => call('POST', '/platform/offer-claims', claim),
    reportProblem: (uid: string, problem: { title: string; description: string; type: string }) =>
      call('POST', `/users/${encodeURIComponent(uid)}/problems`, problem),
    requestWithdrawal: (request: { uid: string; coins: number; paymentMethod: PaymentMethod }) =>
      call('POST', '/platform/withdrawals', request),
  };
}
