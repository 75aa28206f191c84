import { expect, test, vi } from 'vitest';
import { startSite } from '../web-kit/index.ts';
import { DEFAULT_BEHAVIOUR, startAdNetwork } from './index.ts';

test('reports a click once per visit or duplicate, and lists its event at the status URL', async () => {
  const heard: string[] = [];
  const take = (clickId: string | null): { json: { code: string } } => (
    heard.push(clickId ?? ''),
    { json: { code: 'accepted' } }
  );
  const product = await startSite({
    'GET /postback/*': ({ query }) => take(query.get('click_id')),
    'POST /postback/*': ({ body }) => take((body as Record<string, string>)['click_id'] ?? null),
  });
  const network = await startAdNetwork({ behaviour: { delayMs: [1, 5], duplicates: 1, wrongTokens: 0, dropped: 0 } });
  network.setCampaigns([
    {
      id: 'game',
      title: 'Game',
      events: [
        { name: 'install', postbackUrl: `${product.url}/postback/o1/install?token=t&click_id={click_id}`, share: 1 },
      ],
    },
  ]);
  const landing = network.trackingUrl('game').replace('{click_id}', 'C1');
  for (let visit = 0; visit < 2; visit += 1) expect(await (await fetch(landing)).text()).toContain('Click C1');
  await vi.waitFor(() => expect(heard).toEqual(['C1', 'C1']), { timeout: 5_000 });
  expect(await (await fetch(network.pollUrl().replace('{click_id}', 'C1'))).json()).toMatchObject({
    events: [{ name: 'install' }],
  });
  expect(network.counts()).toMatchObject({ clicks: 2, postbacks: 2, accepted: 2 });
  await network.close();
  await product.close();
});

test('drops one postback in ten, but still reports its event at the status URL', async () => {
  expect(DEFAULT_BEHAVIOUR.dropped).toBe(0.1);
  const network = await startAdNetwork({ behaviour: { delayMs: [1, 2], duplicates: 1, wrongTokens: 1, dropped: 1 } });
  const postbackUrl = 'http://127.0.0.1:1/postback/o1/install?token=t&click_id={click_id}';
  network.setCampaigns([{ id: 'game', title: 'Game', events: [{ name: 'install', postbackUrl, share: 1 }] }]);
  await (await fetch(network.trackingUrl('game').replace('{click_id}', 'C2'))).text();
  const ask = async (): Promise<unknown> => (await fetch(network.pollUrl().replace('{click_id}', 'C2'))).json();
  await vi.waitFor(
    async () => expect(await ask()).toEqual({ events: [{ name: 'install', occurredAt: expect.any(String) }] }),
    10_000,
  );
  expect(network.counts()).toMatchObject({ clicks: 1, dropped: 1, postbacks: 0 });
  network.remember('C3', 'deposit');
  expect(await (await fetch(network.pollUrl().replace('{click_id}', 'C3'))).json()).toMatchObject({
    events: [{ name: 'deposit' }],
  });
  await network.close();
});
