import { breachesOf } from '#test/ledger/breaches-of.ts';
import { expect } from 'vitest';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createPostbackApp, type PostbackApp, type SentPostback } from '#test/postbacks/postback-app.ts';
import type { Call } from '#test/test-app.ts';

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

export interface ClaimApp {
  readonly app: PostbackApp;
  readonly call: Call;
  /** A click of a new user on a new offer. */
  visit(overrides?: Readonly<Record<string, unknown>>): Promise<Visit>;
  /** @returns the claim's id */
  claim(visit: Pick<Visit, 'offerId' | 'uid'>): Promise<string>;
  approve(claimId: string): Promise<{ readonly status: number; readonly body: Body }>;
  send(visit: Visit, event: string, more?: Readonly<Record<string, string>>): Promise<SentPostback>;
  /** Spends coins of the wallet. */
  withdraw(uid: string, coins: number): Promise<string>;
}

export async function startClaimApp(): Promise<ClaimApp> {
  const app = await createPostbackApp({ REFERRAL_SHARE: '0.25' });
  const platform = platformClient(app);
  const { call } = app;
  return {
    app,
    call,
    async visit(overrides = {}) {
      const offerId = await app.createOffer({ coins: COINS, ...overrides });
      const uid = await app.newUser();
      return { offerId, uid, clickId: await app.click(offerId, uid) };
    },
    claim: ({ offerId, uid }) => platform.claim(uid, offerId),
    approve: (claimId) => call('POST', `/api/offers/${claimId}/verify`, { approved: true }),
    send: ({ offerId, clickId }, event, more = {}) => app.send(offerId, event, { click_id: clickId, ...more }),
    withdraw: platform.withdraw,
  };
}
