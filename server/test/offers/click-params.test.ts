import { afterAll, describe, expect, test } from 'vitest';
import type { Offer } from '@muneem/contract/offers';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from './offer-calls.ts';

const app = await createTestApp({}, { now: '2026-11-21T06:00:00Z' });
const { call, createOffer } = offerCalls(app, await openAdminSession(app, 'asha@example.com'));
afterAll(() => app.close());

describe('custom click id parameters', () => {
  // covers 000-6.11
  test('are listed, added and removed one at a time, without a new version of the offer', async () => {
    const { _id, version } = await createOffer({ customClickIdParams: ['tid', 'tid', ' aff '] });
    const url = `/api/offers/${_id}/custom-click-params`;
    expect((await call('GET', url)).body).toEqual({ success: true, customClickIdParams: ['tid', 'aff'] });
    expect((await call('POST', url, { parameterName: ' sub-id ' })).body).toEqual({
      success: true,
      customClickIdParams: ['tid', 'aff', 'sub-id'],
      message: 'Parameter "sub-id" added',
    });
    expect((await call('DELETE', `${url}/tid`)).body).toMatchObject({
      success: true,
      customClickIdParams: ['aff', 'sub-id'],
    });
    expect((await call<Offer>('GET', `/api/offers/${_id}`)).body).toMatchObject({
      version,
      customClickIdParams: ['aff', 'sub-id'],
    });
  });

  // covers 000-5.17
  test.each([
    ['', 400, 'Parameter name cannot be empty'],
    ['a b', 400, 'Parameter "a b" is invalid. Only letters, numbers, underscores, and hyphens are allowed.'],
    ['a'.repeat(65), 400, `Parameter "${'a'.repeat(65)}" is too long. Use at most 64 characters.`],
    ['tid', 409, 'Parameter "tid" already exists'],
  ])('cannot be %j', async (parameterName, status, message) => {
    const { _id } = await createOffer({ customClickIdParams: ['tid'] });
    const answer = await call('POST', `/api/offers/${_id}/custom-click-params`, { parameterName });
    expect([answer.status, answer.body['message']]).toEqual([status, message]);
  });

  test('keeps every parameter when two admins add at once', async () => {
    const { _id } = await createOffer();
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((parameterName) =>
        call('POST', `/api/offers/${_id}/custom-click-params`, { parameterName }),
      ),
    );
    const { body } = await call<{ customClickIdParams: string[] }>('GET', `/api/offers/${_id}/custom-click-params`);
    expect(body.customClickIdParams.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('answers 404 when the removed parameter is unknown', async () => {
    const { _id } = await createOffer();
    expect((await call('DELETE', `/api/offers/${_id}/custom-click-params/none`)).status).toBe(404);
  });
});
