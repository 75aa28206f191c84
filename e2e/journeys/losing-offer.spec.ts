import { createNetwork } from '@muneem/contract/networks';
import { createOffer } from '@muneem/contract/offers';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { closeNotice, downloadOf, expectExactText } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

const TITLE = 'Costs more than it earns';
const UNKNOWN = 5;
const REPORTED = 20;

/** An offer that pays ₹20.00. Its network reports nothing at first, then ₹12.50. @returns the offer's id */
async function makeLosingOffer(world: TestWorld): Promise<string> {
  const { network } = await world.call(createNetwork, { body: { name: 'Thrifty Wall' } });
  const { offer } = await world.call(createOffer, {
    body: offerBody(TITLE, {
      network: network._id,
      trackingUrl: 'https://network.example/?c={click_id}',
      events: [{ eventName: 'install', eventPayout: 20 }],
    }),
  });
  const uid = `of-${offer._id}`;
  await world.platform.createUser(person(uid, 'Ravi Kumar'));
  const { postbackUrls } = await world.call(getPostbackUrls, { params: { id: offer._id } });
  const url = postbackUrls['install']!.url;
  for (let n = 0; n < UNKNOWN + REPORTED; n += 1) {
    const clickId = await world.platform.createClick({ uid, offerId: offer._id });
    const sent = await fetch(`${url.replace('{click_id}', clickId)}${n < UNKNOWN ? '' : '&payout=12.50'}`);
    expect(sent.status).toBe(200);
  }
  return offer._id;
}

test('finds the offer that loses money, sees why, corrects it and fills the past', async ({ page, world }) => {
  const offerId = await makeLosingOffer(world);
  await signIn(page, world, '/');

  await test.step('names the offer on the dashboard', async () => {
    const item = page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('link', { name: `Loses money: ${TITLE}` });
    await expect(item).toContainText('Revenue ₹250.00 for ₹500.00 paid, 25 conversions in 7 days');
    await item.click();
    await expect(page).toHaveURL(new RegExp(`offer=${offerId}`));
  });

  const breakdown = page.getByRole('region', { name: 'Breakdown by event' });
  const install = breakdown.getByRole('row').filter({ hasText: 'install' });
  await test.step('shows revenue, profit and how many conversions have none', async () => {
    await expect(install).toContainText('₹250.00');
    await expect(install).toContainText('5 of 25 without revenue');
    await expect(install).toContainText('-₹250.00');
    await expectAccessible(breakdown, 'a breakdown with profit');
  });

  await test.step('shows what the network reported', async () => {
    await page
      .locator('tbody tr[data-row]')
      .getByRole('link', { name: /^Details/ })
      .first()
      .click();
    const revenue = page.getByRole('dialog').getByRole('region', { name: 'Revenue' });
    await expect(revenue).toContainText('12.50 INR');
    await expect(revenue).toContainText('Unknown');
    await page.keyboard.press('Escape');
  });

  await test.step('corrects the expected revenue', async () => {
    await openPath(page, `/edit-offer/${offerId}`);
    await page.getByLabel('Revenue (₹)').fill('12.5');
    await page.getByRole('button', { name: 'Update Offer' }).click();
    await expectExactText(page, 'Offer updated successfully!');
    await closeNotice(page);
  });

  await test.step('fills the earlier conversions after a preview', async () => {
    await openPath(page, `/postback-urls/${offerId}?tab=analytics`);
    const funnel = page.getByRole('region', { name: 'From click to conversion' });
    await expect(funnel).toContainText('Completed25 · 100%');
    await funnel.getByRole('button', { name: 'Set revenue of earlier conversions' }).click();
    const window = page.getByRole('dialog', { name: 'Set revenue of earlier conversions' });
    await expect(window).toContainText('5 conversions have no known revenue');
    await expect(window).toContainText('₹62.50 in all');
    await expectAccessible(window, 'the preview of earlier revenue');
    await window.getByRole('button', { name: 'Set revenue' }).click();
    await expectExactText(page, 'The revenue of 5 conversions was set');
    await expect(window).toBeHidden();
    await expectNoSidewaysScroll(page, 'Analytics');
  });

  await test.step('sees the profit change, and exports the breakdown', async () => {
    await openPath(page, `/conversion-reports?offer=${offerId}&by=network`);
    const table = page.getByRole('region', { name: 'Breakdown by network' });
    const row = table.getByRole('row').filter({ hasText: 'Thrifty Wall' });
    await expect(row).toContainText('₹312.50');
    await expect(row).toContainText('-₹187.50');
    await expect(row).not.toContainText('without revenue');
    await table.getByRole('button', { name: 'Export breakdown' }).click();
    const workbook = await downloadOf(page, () => page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click());
    const { sheets, rows } = readWorkbook(workbook.file);
    expect(sheets).toEqual(['By network']);
    expect(rows[1]?.slice(0, 4)).toEqual(['Thrifty Wall', 25, 25, 25]);
    expect(rows[1]).toContain(312.5);
    expect(rows[1]).toContain(-187.5);
  });
});
