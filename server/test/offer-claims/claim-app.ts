import { platformClient } from '#test/platform-api/platform-client.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';

/** An offer of 250 coins whose events earn 100 (install) and 12 (deposit). */
export const COINS = 250;

interface Body {
  readonly message: string;
  readonly code?: string;
  readonly coins: number;
  readonly errors?: Record<string, string>;
}

export interface Visit {
  readonly offerId: string;
  readonly uid: string;
  readonly clickId: string;
}

export async function startClaimApp() {
  const app = await createPostbackApp({ REFERRAL_SHARE: '0.25' });
  const platform = platformClient(app);
  const { call } = app;
  return {
    app,
    call,
    /** A click of a new user on a new offer. */
    async visit(overrides: Readonly<Record<string, unknown>> = {}): Promise<Visit> {
      const offerId = await app.createOffer({ coins: COINS, ...overrides });
      const uid = await app.newUser();
      return { offerId, uid, clickId: await app.click(offerId, uid) };
    },
    /** @returns the claim's id */
    claim: ({ offerId, uid }: Pick<Visit, 'offerId' | 'uid'>): Promise<string> => platform.claim(uid, offerId),
    approve: (claimId: string) => call<Body>('POST', `/api/offers/${claimId}/verify`, { approved: true }),
    send: ({ offerId, clickId }: Visit, event: string, more: Readonly<Record<string, string>> = {}) =>
      app.send(offerId, event, { click_id: clickId, ...more }),
    withdraw: platform.withdraw,
  };
}
