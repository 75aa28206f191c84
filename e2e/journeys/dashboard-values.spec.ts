import { createOffer, deleteOffer, type Offer } from '@muneem/contract/offers';
import { offerBody } from '../support/offer-body.ts';
import { answer } from '../support/answers.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

const PICTURE = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/%3E';

/** An offer with every field, as the server returns it. Deleted from the server at once. */
async function anOffer(world: TestWorld): Promise<Offer> {
  const admin = await world.signIn();
  const { offer } = await admin.call(createOffer, {
    body: { ...offerBody('A pattern'), coins: 1 },
  });
  await admin.call(deleteOffer, { params: { id: offer._id } });
  return offer;
}

test('shows each number on its card and each value in its table', async ({ page, world }) => {
  allowConsoleErrors();
  const pattern = await anOffer(world);
  const like = (change: Partial<Offer>): Offer => ({ ...pattern, ...change });
  await signIn(page, world);
  await page.route(
    '**/api/stats',
    answer({ totalUsers: 1_234_567, activeOffers: 12, completedOffers: 3_456, totalRewards: 98_765.5 }),
  );
  await page.route(
    '**/api/offers/prime?*',
    answer([
      like({ _id: 'p-1', type: 'prime', title: 'Rummy Stars', coins: 1_250, completedCount: 42, image: PICTURE }),
      like({ _id: 'p-2', type: 'prime', title: 'Asleep', completedCount: 150, isActive: false }),
    ]),
  );
  await page.route(
    '**/api/offers/regular?*',
    answer([like({ _id: 'r-1', title: 'A day', coins: 1, completedCount: 1 })]),
  );
  await page.goto('/');

  // covers 000-1.2 000-2.12
  await test.step('shows four numbers, the last in rupees with a caption', async () => {
    const cards = page.getByRole('region', { name: 'Totals' }).locator(':scope > *');
    await expect(cards).toHaveText([
      'Total Users12,34,567',
      'Active Offers12PrimeRegular',
      'Completed Offers3,456',
      'Total Rewards₹98,765.50Total coins distributed to users',
    ]);
    const approved = '/conversion-reports?status=approved';
    const links = page.getByRole('region', { name: 'Totals' }).getByRole('link');
    for (const [index, path] of [
      '/users',
      '/prime-offers?status=active',
      '/regular-offers?status=active',
      approved,
      approved,
    ].entries())
      await expect(links.nth(index)).toHaveAttribute('href', path);
  });

  // covers 000-1.2 000-2.14 000-2.15 000-9.6
  await test.step('shows image, title, coins, badge and popularity of each offer', async () => {
    for (const [list, title, texts, percent] of [
      ['Prime Offers', 'Rummy Stars', ['1,250 coins', 'Active', '42 users'], 42],
      ['Prime Offers', 'Asleep', ['1 coin', 'Inactive', '150 users'], 100],
      ['Regular Offers', 'A day', ['1 coin', 'Active', '1 user'], 1],
    ] as const) {
      const row = page.getByRole('table', { name: list }).getByRole('row').filter({ hasText: title });
      for (const text of texts) await expect(row.getByText(text, { exact: true }), title).toBeVisible();
      const bar = row.locator('[aria-valuenow]');
      await expect(bar, title).toHaveAttribute('aria-valuenow', String(percent));
      const shares = await bar.evaluate((filled) => [filled.clientWidth, filled.parentElement!.clientWidth]);
      expect((shares[0]! / shares[1]!) * 100, `the bar of ${title}`).toBeCloseTo(percent, -1);
    }
    const prime = page.getByRole('table', { name: 'Prime Offers' });
    await expect(prime.getByRole('row').filter({ hasText: 'Rummy Stars' }).locator('img')).toHaveAttribute(
      'src',
      PICTURE,
    );
    await expect(prime.locator('img')).toHaveCount(1);
  });

  // covers 000-2.14 000-2.15
  await test.step('uses the same columns and actions in both tables', async () => {
    const columns = ['Image', 'Offer', 'Reward', 'Status', 'Popularity', 'Actions'];
    for (const name of ['Prime Offers', 'Regular Offers'])
      await expect(page.getByRole('table', { name }).getByRole('columnheader')).toHaveText(columns);
    const row = page.getByRole('table', { name: 'Regular Offers' }).getByRole('row').filter({ hasText: 'A day' });
    await expect(row.getByRole('link', { name: 'Edit A day' })).toHaveAttribute('href', '/edit-offer/r-1');
    await expect(row.getByRole('link', { name: 'Postback URLs of A day' })).toHaveAttribute(
      'href',
      '/postback-urls/r-1',
    );
    await row.getByRole('button', { name: 'Delete A day' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete "A day"?');
  });
});
