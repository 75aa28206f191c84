import { createOffer, deleteOffer } from '@muneem/contract/offers';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { getStats, type DayStats } from '@muneem/contract/stats';
import { offerBody } from '../support/offer-body.ts';
import { agree, press } from '../support/keyboard.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const UID = 'dashboard-1';

// covers 000-2.18
test('shows pending items and the last 30 days, accessible by keyboard and screen reader', async ({ page, world }) => {
  const { product, network } = world;
  const { offer } = await world.call(createOffer, {
    body: offerBody('Counted on the dashboard', {
      coins: 300,
      trackingUrl: network.trackingUrl('dashboard'),
      events: [{ eventName: 'install', eventPayout: 300, isRequired: true }],
    }),
  });

  await test.step('receives a click, a conversion, a withdrawal, a claim and a problem', async () => {
    for (const uid of [UID, 'dashboard-2'])
      expect((await world.platform.createUser(person(uid, 'Dina Das'))).status).toBe(200);
    const link = `${product.url}/track/${offer._id}?uid=${UID}`;
    const location = (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '';
    const clickId = /[0-9A-HJKMNP-TV-Z]{26}/.exec(location)?.[0] ?? '';
    const { postbackUrls } = await world.call(getPostbackUrls, { params: { id: offer._id } });
    const answer = await fetch(postbackUrls['install']!.url.replace('{click_id}', clickId));
    expect(await answer.json()).toMatchObject({ code: 'accepted' });
    const paymentMethod = { type: 'upi', upiId: 'dina@okaxis' } as const;
    expect((await world.platform.requestWithdrawal({ uid: UID, coins: 120, paymentMethod })).status).toBe(200);
    expect((await world.platform.claimOffer({ uid: 'dashboard-2', offerId: offer._id })).status).toBe(200);
    await world.platform.reportProblem(UID, {
      title: 'Where are my coins?',
      description: 'Not here.',
      type: 'payment',
    });
  });

  await signIn(page, world, '/');
  const waiting = page.getByRole('region', { name: 'Needs attention' });
  const chart = page.getByRole('slider', { name: /^Approved conversions, their revenue, payout/ });

  await test.step('counts the pending items and links each to its screen', async () => {
    await expect(waiting.getByRole('link', { name: /pending withdrawal/ })).toBeVisible();
    for (const [name, path] of [
      [/pending withdrawal/, /\/verify-withdrawals$/],
      [/offer claim/, /\/verify-offer$/],
      [/open problem/, /\/problems\?status=open$/],
    ] as const) {
      await waiting.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/$/);
    }
  });

  await test.step('loads totals and chart with one request', async () => {
    // A link under the pointer preloads its screen.
    await page.mouse.move(0, 0);
    await page.reload();
    await expect(chart).toBeVisible();
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const own = asked.filter((path) => /^\/api\/(?!auth).*(stats|conversion|withdrawal|claim|problem)/.test(path));
    expect(new Set(own)).toEqual(new Set(['/api/stats']));
  });

  await test.step('announces the values of each day with the arrow keys', async () => {
    const valueOf = ({ conversions, payout }: DayStats): RegExp => {
      const rupees = payout.toLocaleString('en-IN', { minimumFractionDigits: 2 });
      return new RegExp(
        `: Conversions ${conversions.toLocaleString('en-IN')}, Payout ₹${rupees.replace('.', '\\.')}, Revenue –, Profit –$`,
      );
    };
    // At midnight in Kolkata the days shift. The page follows with its next request.
    await expect(async () => {
      const { days = [] } = await world.call(getStats, {});
      const [yesterday, today] = days.slice(-2) as [DayStats, DayStats];
      expect(yesterday.conversions + today.conversions).toBeGreaterThan(0);
      await chart.focus();
      await page.keyboard.press('End');
      await expect(chart).toHaveAttribute('aria-valuetext', valueOf(today), { timeout: 2_000 });
      await page.keyboard.press('ArrowLeft');
      await expect(chart).toHaveAttribute('aria-valuetext', valueOf(yesterday), { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect(chart).toHaveAttribute('aria-valuetext', /^Last 30 days: Conversions/);
  });

  await test.step('shows the same numbers as a table, and links a day to its conversions', async () => {
    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = page.getByRole('figure').getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(32);
    await expect(table.getByRole('row').nth(1)).toContainText('Last 30 days');
    await expectAccessible(table, 'the chart as a table');
    await table.getByRole('button').first().click();
    await expect(page).toHaveURL(/\/conversion-reports\?.*startDate=\d{4}-\d{2}-\d{2}/);
    // The address changes before the screen does.
    await expect(page.getByRole('heading', { name: 'Conversion Reports', level: 1 })).toBeVisible();
    await page.goBack();
  });

  await expect(chart).toBeVisible();
  await world.call(deleteOffer, { params: { id: offer._id } });

  // covers 000-1.6 000-1.10 000-2.15 000-2.17 000-2.28 000-8.10
  await test.step('edits, opens and deletes a listed offer by keyboard, and links both lists', async () => {
    const { offer: listed } = await world.call(createOffer, {
      body: offerBody('On the dashboard', { coins: 1_250, type: 'prime', isActive: false }),
    });
    await openPath(page, '/');
    const row = page
      .getByRole('table', { name: 'Prime Offers' })
      .getByRole('row')
      .filter({ hasText: 'On the dashboard' });
    for (const text of ['1,250 coins', 'Inactive', '0 users']) await expect(row.getByText(text)).toBeVisible();
    // All offer actions by keyboard.
    await press(page, row.getByRole('link', { name: 'Edit On the dashboard' }));
    await expect(page).toHaveURL(new RegExp(`/edit-offer/${listed._id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Offer');
    await page.goBack();
    await press(page, row.getByRole('link', { name: 'Postback URLs of On the dashboard' }));
    await expect(page).toHaveURL(new RegExp(`/postback-urls/${listed._id}`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Postback Management');
    await page.goBack();
    await press(page, row.getByRole('button', { name: 'Delete On the dashboard' }));
    const confirm = page.getByRole('alertdialog');
    await expect(confirm).toContainText(
      'Are you sure you want to delete "On the dashboard"? This action cannot be undone.',
    );
    await agree(page, 'Delete offer');
    await expect(confirm).toContainText('Offer deleted successfully');
    await page.keyboard.press('Enter');
    await expect(row).toHaveCount(0);
    for (const [name, path] of [
      ['View All: Prime Offers', '/prime-offers'],
      ['View All: Regular Offers', '/regular-offers'],
    ] as const) {
      await page.getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await page.goBack();
    }
  });
});
