import { createOffer } from '@muneem/contract/offers';
import { callOf, clickButton, closeNotice, expectText } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

const TITLE = 'Paid By Hand Rummy';
const PEOPLE = ['Gita Pillai', 'Harish Menon', 'Imran Shah'].map((name, index) => person(`by-hand-${index}`, name));
/** The first visitor's p1. */
const UPI = 'x@bank';
const SEARCH_TYPES = 'general click_id offer_name event_name pcid p1 p2 p3 p4 p5 p6 upi'.split(' ');

/** Three users follow the link. No postback arrives. */
async function visit(world: TestWorld): Promise<string[]> {
  const { offer } = await world.call(createOffer, { body: offerBody(TITLE) });
  const clicks: string[] = [];
  for (const [index, person] of PEOPLE.entries()) {
    await world.platform.createUser(person);
    const upi = index === 0 ? { p1: UPI } : {};
    clicks.push(await world.platform.createClick({ uid: person.uid, offerId: offer._id, ...upi }));
  }
  return clicks;
}

// covers 001-1.3
test('finds clicks and pays each once', async ({ page, world }) => {
  const clicks = await visit(world);
  await signIn(page, world);
  const row = (index: number) => page.getByRole('row').filter({ hasText: clicks[index]! });
  const question = page.getByRole('alertdialog');

  // covers 001-2.15 001-4.9 001-7.10
  await test.step('searches by type in three statuses, with Refresh and Clear', async () => {
    await openPath(page, '/manual-pay');
    await expect(page.getByRole('heading', { level: 1, name: 'Manually pay coin to clicks' })).toBeVisible();
    const type = page.getByLabel('Search type');
    await expect(type.locator('option')).toHaveCount(SEARCH_TYPES.length);
    const values = await type.locator('option').evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value));
    expect(values).toEqual(SEARCH_TYPES);
    const chosen = await callOf(page, 'GET', '/api/clicks', async () => void (await type.selectOption('offer_name')), {
      searchType: 'offer_name',
    });
    expect(chosen.query).toMatchObject({ statuses: 'pending,clicked,in_progress' });
    const search = page.getByRole('searchbox', { name: 'Search clicks' });
    const typed = await callOf(page, 'GET', '/api/clicks', () => search.fill('by hand'), { search: 'by hand' });
    expect(typed.query).toMatchObject({ searchType: 'offer_name' });
    await expect(page.getByText('3 of 3 clicks')).toBeVisible();
    for (const name of ['Click ID', 'User', 'Offer', 'Status', 'UPI ID', 'Reward Amount', 'Date', 'Pay'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
    await expect(row(0)).toContainText(PEOPLE[0]!.email);
    const evidence = row(0).getByRole('link', { name: `Evidence of click ${clicks[0]}` });
    await expect(evidence).toHaveAttribute('href', `/clicks/${clicks[0]}`);
    for (const [what, value] of [
      ['click id', clicks[0]!],
      ['UPI ID', UPI],
    ] as const) {
      await expect(row(0)).toContainText(value);
      await clickButton(row(0), `Copy ${what}`);
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    }
    await expect(row(1).getByRole('button', { name: 'Copy UPI ID' })).toHaveCount(0);
    // A refresh asks again only after the first answer of this search.
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    const again = await callOf(page, 'GET', '/api/clicks', () =>
      page.getByRole('button', { name: 'Refresh', exact: true }).click(),
    );
    expect(again.query).toMatchObject({ search: 'by hand', searchType: 'offer_name' });
    await expectAccessible(page.getByRole('table'), 'Manual Pay');
    await expectNoSidewaysScroll(page, 'Manual Pay');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(type).toHaveValue('general');
    await expect(search).toHaveValue('');
    await openPath(page, `/manual-pay?search=${encodeURIComponent(TITLE)}`);
  });

  await test.step('frames the row that the keyboard has reached', async () => {
    await expect(row(0)).toBeVisible();
    await page.keyboard.press('j');
    const reached = page.locator('tbody tr[data-row="0"]');
    await expect(reached).toBeFocused();
    await expect(reached).toHaveCSS('outline-style', 'none');
    await expect(reached.getByRole('cell').nth(1)).toHaveCSS('box-shadow', /inset.*inset/);
  });

  // covers 001-2.16 001-7.11
  await test.step('confirms and pays one click', async () => {
    await clickButton(row(0), /^Pay: /);
    await expect(question).toContainText(`Pay 150 coins to ${PEOPLE[0]!.name}?`);
    await expect(question).toContainText('This cannot be undone.');
    const { body } = await callOf(page, 'POST', '/api/mark-click-paid', () =>
      question.getByRole('button', { name: 'Pay 150 coins' }).click(),
    );
    expect(body).toEqual({ clickId: clicks[0], userId: PEOPLE[0]!.uid, coins: 150 });
    await expectText(page, `150 coins paid to ${PEOPLE[0]!.name}.`);
    await expect(row(0)).toHaveCount(0);
    expect(await world.platform.balance(PEOPLE[0]!.uid)).toBe(150);
  });

  await test.step('links the audit entry to the click', async () => {
    await openPath(page, `/audit?recordType=click&recordId=${clicks[0]}`);
    await page.locator('tbody tr').getByRole('link').first().click();
    const entry = page.getByRole('dialog', { name: 'Manual payments: pay' });
    const evidence = entry.getByRole('link', { name: clicks[0]! });
    await expect(evidence).toHaveAttribute('href', `/clicks/${clicks[0]}`);
    await openPath(page, `/manual-pay?search=${encodeURIComponent(TITLE)}`);
  });

  const payAll = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Pay All (2)' }).click();
    await question.getByRole('button', { name: 'Pay 2 clicks' }).click();
  };
  const run = page.getByRole('dialog', { name: 'Pay All' });

  // covers 001-2.17 001-7.12
  await test.step('Pay All shows total clicks, coins, unique users and a list of at most 400 px', async () => {
    await page.getByRole('button', { name: 'Pay All (2)' }).click();
    for (const [label, value] of [
      ['Total clicks', '2'],
      ['Total coins', '300'],
      ['Unique users', '2'],
    ] as const)
      await expect(question.locator('dl > div').filter({ hasText: label })).toContainText(value);
    const list = question.getByRole('list', { name: 'Clicks to pay' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list).toHaveCSS('max-height', '400px');
    await question.getByRole('button', { name: 'Cancel' }).click();
    const { body } = await callOf(page, 'POST', '/api/mark-clicks-paid-bulk', payAll);
    expect(body).toEqual({
      clicks: expect.arrayContaining(
        [1, 2].map((index) => ({ clickId: clicks[index], userId: PEOPLE[index]!.uid, coins: 150 })),
      ) as unknown,
    });
    await expect(run.getByText('2 clicks paid, 300 coins in total.')).toBeVisible();
    await run.getByRole('button', { name: 'Close' }).last().click();
    for (const { uid } of PEOPLE) expect(await world.platform.balance(uid)).toBe(150);
  });

  // covers 001-5.5
  await test.step('rejects Pay All without clicks', async () => {
    await page.getByRole('button', { name: 'Pay All (0)' }).click();
    await expect(question).toContainText('No clicks to process payment for');
    await closeNotice(page);
  });

  // covers 001-2.18 001-7.13
  await test.step('lists the payment in Manual Payment History', async () => {
    await callOf(page, 'GET', '/api/manual-payment-history', () =>
      page.getByRole('button', { name: 'History', exact: true }).click(),
    );
    const history = page.getByRole('dialog', { name: 'Manual Payment History' });
    const paid = history.getByRole('row').filter({ hasText: clicks[0]! });
    for (const text of [PEOPLE[0]!.name, PEOPLE[0]!.email, TITLE, '150', 'cnv_'])
      await expect(paid).toContainText(text);
    await expect(paid.getByRole('link', { name: clicks[0]! })).toHaveAttribute('href', `/clicks/${clicks[0]}`);
    await expectAccessible(page, 'Manual Payment History');
  });
});
