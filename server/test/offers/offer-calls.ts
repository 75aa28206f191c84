import type { Offer } from '@muneem/contract/offers';
import { expect } from 'vitest';
import type { TestSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import type { TestApp } from '#test/test-app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface OfferCalls {
  call<Answer = Record<string, unknown>>(
    method: Method,
    url: string,
    payload?: object,
  ): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: Answer }>;
  createOffer(overrides?: Readonly<Record<string, unknown>>): Promise<Offer>;
}

/** Calls of a signed-in admin over HTTP. */
export function offerCalls(app: TestApp, session: TestSession): OfferCalls {
  const call: OfferCalls['call'] = async <Answer>(method: Method, url: string, payload?: object) => {
    const response = await app.http.fastify.inject({
      method,
      url,
      headers: session.headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, headers: response.headers, body: response.json() as Answer };
  };
  return {
    call,
    async createOffer(overrides = {}) {
      const { status, body } = await call<{ offer: Offer }>('POST', '/api/offers', offerInput(overrides));
      expect(status, JSON.stringify(body)).toBe(200);
      return body.offer;
    },
  };
}
