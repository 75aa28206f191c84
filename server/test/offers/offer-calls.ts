import type { Offer } from '@muneem/contract/offers';
import { offerInput } from '#test/builders/offers.ts';
import type { Call, TestApp } from '#test/test-app.ts';

export interface OfferCalls {
  readonly call: Call;
  createOffer(overrides?: Readonly<Record<string, unknown>>): Promise<Offer>;
}

/** Calls of a signed-in admin over HTTP. */
export function offerCalls(app: TestApp, session?: Parameters<Call>[3]): OfferCalls {
  const call: Call = (method, url, payload) => app.call(method, url, payload, session);
  return {
    call,
    async createOffer(overrides = {}) {
      return (await app.must<{ offer: Offer }>('POST', '/api/offers', offerInput(overrides), session)).offer;
    },
  };
}
