import { describe, expect, test } from 'vitest';
import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { createDeliveryApp, postbackInput } from './delivery-app.ts';

const app = await createDeliveryApp({ EGRESS_ALLOW: '' });
const offerId = await app.createOffer();

const audit = (id: string) =>
  app.rows<{ action: string; before: unknown; after: unknown }>(
    'select action, before, after from audit_log where entity_id = $1 order by id',
    [id],
  );

describe('secrets', () => {
  const authentication = { type: 'bearer', token: 'very-secret-token-9876' };

  test('are encrypted at rest and never returned in full', async () => {
    const { _id } = await app.addPostback(offerId, { authentication });
    const [row] = await app.rows<{ authSealed: string }>('select auth_sealed from custom_postbacks where id = $1', [
      _id,
    ]);
    expect(row?.authSealed).toMatch(/^v1\./);
    const everything = [
      JSON.stringify(await app.call('GET', `/api/offers/${offerId}/custom-postbacks`)),
      JSON.stringify(await app.getPostback(_id)),
      JSON.stringify(await app.rows('select * from audit_log')),
      JSON.stringify(await app.rows('select * from custom_postbacks')),
    ].join('\n');
    expect(everything).not.toContain('very-secret');
    expect((await app.getPostback(_id)).authentication).toEqual({ type: 'bearer', token: '••••••••9876' });
  });

  test('show no character if they are short', async () => {
    const basic = { type: 'basic', username: 'asha', password: 'short' };
    const { authentication: shown } = await app.addPostback(offerId, { authentication: basic });
    expect(shown).toEqual({ type: 'basic', username: 'asha', password: '••••••••' });
  });

  test.each([
    ['left out', { type: 'bearer' }],
    ['sent back masked', { type: 'bearer', token: '••••••••9876' }],
  ])('stay stored when the field is %s', async (_how, echoed) => {
    const { _id } = await app.addPostback(offerId, { authentication });
    const sealed = () => app.rows('select auth_sealed from custom_postbacks where id = $1', [_id]);
    const changed = await app.call<{ postback: CustomPostback }>(
      'PUT',
      `/api/custom-postbacks/${_id}`,
      postbackInput({ authentication: echoed, companyName: 'Renamed' }),
    );
    expect(changed.body.postback).toMatchObject({
      companyName: 'Renamed',
      authentication: { type: 'bearer', token: '••••••••9876' },
      version: 2,
    });
    expect(await sealed()).toHaveLength(1);
    expect(await audit(_id)).toMatchObject([
      { action: 'custom_postbacks.create' },
      { action: 'custom_postbacks.update', before: { companyName: 'Track & Co' }, after: { companyName: 'Renamed' } },
    ]);
  });

  test('are required again when the URL changes to another host', async () => {
    const { _id } = await app.addPostback(offerId, { authentication });
    const elsewhere = (given: object) =>
      app.call<{ errors?: Record<string, string> }>(
        'PUT',
        `/api/custom-postbacks/${_id}`,
        postbackInput({ authentication: given, postbackUrl: 'https://other.example/?c={click_id}' }),
      );
    for (const given of [{ type: 'bearer' }, { type: 'bearer', token: '••••••••9876' }]) {
      const refused = await elsewhere(given);
      expect(refused.status).toBe(400);
      expect(refused.body.errors?.['authentication.token']).toContain('another host');
    }
    expect((await elsewhere({ type: 'bearer', token: 'another-secret-5555' })).status).toBe(200);
    expect((await audit(_id)).at(-1)?.after).toMatchObject({ secretChanged: true });
  });

  // covers 001-7.22
  test('are deleted with the postback', async () => {
    const { _id } = await app.addPostback(offerId, { authentication });
    expect((await app.call('DELETE', `/api/custom-postbacks/${_id}`)).body).toMatchObject({
      success: true,
      message: 'Postback deleted successfully',
    });
    expect(await app.rows('select auth_sealed from custom_postbacks where id = $1', [_id])).toEqual([
      { authSealed: null },
    ]);
  });
});
