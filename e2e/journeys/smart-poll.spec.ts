import { createOffer } from '@muneem/contract/offers';
import { DEFAULT_BEHAVIOUR, startAdNetwork, type AdNetwork } from '@muneem/sandbox/ad-network';
import { offerBody } from '../support/offer-body.ts';
import { person } from '../support/person.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

const USER = person('ravi-lost-postback', 'Ravi Iyer');
const OFFER = 'Lost Postback Rummy';
const BROWSER =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

/** A network that loses every postback. Only its status URL knows the event. */
// covers 001-1.9
test('recovers a lost postback and pays the user once', async ({ page, world }) => {
  const network = await startAdNetwork({
    behaviour: { ...DEFAULT_BEHAVIOUR, delayMs: [1, 5], duplicates: 0, wrongTokens: 0, dropped: 1 },
  });
  await world.platform.createUser(USER);
  const clickId = await test.step('loses the postback of an install', () => installApp(world, network));
  expect(await world.platform.balance(USER.uid)).toBe(0);

  await signIn(page, world, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Smart Poll' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Smart Poll Manager' })).toBeVisible();
  // covers 001-2.37
  await test.step('skips a click below the minimum age', async () => {
    await awayFromSlot();
    await page.getByRole('button', { name: 'Run Smart Poll Now' }).click();
    await expect(
      page.getByRole('status').getByText('Smart poll completed: no click has a pending event.').first(),
    ).toBeVisible();
    expect(await world.platform.balance(USER.uid)).toBe(0);
  });

  // covers 001-2.37
  await test.step('Force Smart Poll checks a click of any age and pays the user', async () => {
    await awayFromSlot();
    await page.getByRole('button', { name: 'Force Smart Poll' }).click();
    await expect(
      page
        .getByRole('status')
        .getByText('Smart poll completed: 1 click checked, 1 missed event recovered, 150 coins credited.')
        .first(),
    ).toBeVisible();
    expect(await world.platform.balance(USER.uid)).toBe(150);
  });

  await test.step('shows requests and responses of the run', async () => {
    await page.getByRole('searchbox', { name: 'Find runs by click ID' }).fill(clickId);
    const history = page.getByRole('region', { name: 'Run history' });
    await expect(history.getByText('1 of 1 run')).toBeVisible();
    await history.getByRole('row').nth(1).getByRole('link').click();
    await expect(page).toHaveURL(/run=spr_/);
    const run = page.getByRole('dialog', { name: 'Smart Poll run' });
    await expect(run.getByRole('link', { name: clickId })).toHaveAttribute('href', `/clicks/${clickId}`);
    await expect(run.getByText('Recovered', { exact: true }).first()).toBeVisible();
    await expect(run.getByText(/install: recovered, 150 coins credited/)).toBeVisible();
    await run.getByText('Request and response').click();
    await expect(run.getByText(`${network.url}/status?click_id=${clickId}`).first()).toBeVisible();
    await run.getByRole('button', { name: 'Show history' }).click();
    await expect(run.getByRole('region', { name: 'History' })).toContainText('Smart poll: force');
    await expectAccessible(page, 'a run in full');
    await expectNoSidewaysScroll(page, 'a run in full');
    await page.keyboard.press('Escape');
    await expect(run).toBeHidden();
  });

  await test.step('pays nothing in a second run', async () => {
    await awayFromSlot();
    await page.getByRole('button', { name: 'Force Smart Poll' }).click();
    await expect(
      page.getByRole('status').getByText('Smart poll completed: no click has a pending event.').first(),
    ).toBeVisible();
    expect(await world.platform.balance(USER.uid)).toBe(150);
  });

  // covers 001-2.37 001-7.29
  await test.step('opens the external endpoint in a new tab', async () => {
    await awayFromSlot();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Test External Endpoint' }).click();
    const tab = await opened;
    await expect(tab.getByText('"ran":true')).toBeVisible();
    await tab.close();
    await page.getByRole('button', { name: 'Refresh Status' }).click();
    await page.getByRole('searchbox', { name: 'Find runs by click ID' }).fill('');
    await expect(page.getByRole('region', { name: 'Run history' }).getByText('External cron').first()).toBeVisible();
  });
  const history = page.getByRole('region', { name: 'Run history', exact: true });
  await expectAccessible(history, 'the Smart Poll Manager with runs');
  await expectNoSidewaysScroll(page, 'the Smart Poll Manager');
  await network.close();
});

async function installApp(world: TestWorld, network: AdNetwork): Promise<string> {
  const { offer } = await world.call(createOffer, {
    body: offerBody(OFFER, { trackingUrl: network.trackingUrl('rummy'), pollUrl: network.pollUrl() }),
  });
  network.setCampaigns([
    {
      id: 'rummy',
      title: OFFER,
      events: [{ name: 'install', postbackUrl: `${world.product.url}/postback`, share: 1 }],
    },
  ]);
  const offerId = (offer as { _id: string })._id;
  const landed = await fetch(`${world.product.url}/track/${offerId}?uid=${USER.uid}`, {
    headers: { 'user-agent': BROWSER },
  });
  const clickId = new URL(landed.url).searchParams.get('click_id') ?? '';
  await expect
    .poll(async () => (await fetch(network.pollUrl().replace('{click_id}', clickId))).text())
    .toContain('install');
  expect(network.counts()).toMatchObject({ dropped: 1, postbacks: 0 });
  return clickId;
}

const SLOT_MS = 120_000;

/** The product polls automatically at each even minute, one run at a time. */
async function awayFromSlot(): Promise<void> {
  const sinceSlot = () => Date.now() % SLOT_MS;
  await expect.poll(() => sinceSlot() > 1_000 && sinceSlot() < SLOT_MS - 2_000).toBe(true);
}
