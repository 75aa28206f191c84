import type { Page, Route } from '@playwright/test';
import { createOffer, deleteOffer, listRegularOffers, updateOffer, type OfferSummary } from '@muneem/contract/offers';
import { offerBody } from '../support/offer-body.ts';
import { ABORT, closeNotice, during, expectExactText } from '../support/answers.ts';
import { endSession } from '../support/end-session.ts';
import { openPath } from '../support/open-path.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

const FIELDS = { coins: 20, type: 'video', isActive: false } as const;

/** The server performs the call, and the response is lost. */
const lost =
  (method: string, seen: Record<string, string>[] = []) =>
  async (route: Route): Promise<void> => {
    if (route.request().method() !== method) return route.continue();
    seen.push(route.request().headers());
    await route.fetch();
    await route.abort();
  };

const create = (page: Page) => page.getByRole('button', { name: 'Create Offer' });

// covers 000-6.8
test('creates an offer once, even if lost responses are retried', async ({ page, world }) => {
  allowConsoleErrors();
  const { offer } = await world.call(createOffer, { body: offerBody('Sent again', FIELDS) });
  const made = async (): Promise<readonly OfferSummary[]> =>
    (await world.call(listRegularOffers, { query: { search: 'of Sent again' } })) as OfferSummary[];
  await signIn(page, world);
  const seen: Record<string, string>[] = [];
  await openPath(page, `/add-offer?from=${offer._id}`);
  await expect(page.getByLabel('Title').first()).toHaveValue('Copy of Sent again');
  await page.getByLabel('Postback Token').fill('long-enough-1');

  await test.step('creates no second offer on retry', async () => {
    await during(page, '**/api/offers', lost('POST', seen), async () => {
      await create(page).click();
      await expectExactText(page, 'Failed to create offer: Network error');
    });
    const again = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/offers'),
    );
    await create(page).click();
    await expectExactText(page, 'Offer created successfully!');
    const { 'idempotency-key': first = '' } = seen[0]!;
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect((await again).headers()['idempotency-key']).toBe(first);
    await closeNotice(page);
    await expect(page).toHaveURL(/\/$/);
    expect(await made()).toHaveLength(1);
  });

  await test.step('rejects a changed retry with a message; a new form creates another offer', async () => {
    await openPath(page, `/add-offer?from=${offer._id}`);
    await expect(page.getByLabel('Title').first()).toHaveValue('Copy of Sent again');
    await during(page, '**/api/offers', lost('POST', seen), async () => {
      await create(page).click();
      await expectExactText(page, 'Failed to create offer: Network error');
    });
    expect(seen[1]!['idempotency-key']).not.toBe(seen[0]!['idempotency-key']);
    await page.getByLabel('Coins').fill('21');
    await create(page).click();
    await expectExactText(
      page,
      'Failed to create offer: An earlier attempt reached the server with other values, but its response was lost. ' +
        'Look for the offer in the list before you create it again',
    );
    expect((await made()).map(({ coins }) => coins)).toEqual([20, 20]);
  });

  await test.step('creates no second offer after the session ended', async () => {
    await page.goto('about:blank');
    const address = `/add-offer?from=${offer._id}`;
    await openPath(page, address);
    await expect(page.getByLabel('Title').first()).toHaveValue('Copy of Sent again');
    await page.getByLabel('Coins').fill('22');
    await during(page, '**/api/offers', lost('POST', seen), async () => {
      await create(page).click();
      await expectExactText(page, 'Failed to create offer: Network error');
    });
    await endSession(page);
    await signIn(page, world, address);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByLabel('Coins')).toHaveValue('22');
    await create(page).click();
    await expectExactText(page, 'Offer created successfully!');
    await closeNotice(page);
    expect((await made()).map(({ coins }) => coins)).toEqual([22, 20, 20]);
  });

  for (const { _id } of [offer, ...(await made())]) await world.call(deleteOffer, { params: { id: _id } });
});

// covers 000-2.27 000-8.10
test('reports a deletion whose response was lost and removes the offer from the selection', async ({ page, world }) => {
  allowConsoleErrors();
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    const { offer } = await world.call(createOffer, { body: offerBody(`Goes ${name}`, FIELDS) });
    ids.push(offer._id);
  }
  // Blocks live updates, so that no other change triggers a refetch.
  await page.route('**/api/live*', ABORT);
  await signIn(page, world, '/regular-offers?search=Goes ');
  const asked = page.getByRole('alertdialog');
  const card = (name: string) => page.getByRole('heading', { level: 2, name: `Goes ${name}`, exact: true });
  const remove = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `Delete Goes ${name}`, exact: true }).click();
    await asked.getByRole('button', { name: 'Delete offer' }).click();
  };
  const bar = page.getByRole('region', { name: 'Selection' });
  const box = (name: string) => page.getByRole('checkbox', { name: `Select Goes ${name}` });

  // covers 000-2.27
  await test.step('keeps the other visible offers selected when one of all is deselected', async () => {
    await box('One').check();
    await bar.getByRole('button', { name: 'Select all 4 that match' }).click();
    await expect(bar).toContainText('All 4 offers that match');
    await box('Four').uncheck();
    await expect(bar).toContainText('3 offers selected');
    for (const name of ['One', 'Two', 'Three']) await expect(box(name)).toBeChecked();
  });

  await test.step('a retry after a lost response reports the deletion', async () => {
    await during(page, `**/api/offers/${ids[0]}`, lost('DELETE'), async () => {
      await remove('One');
      await expect(asked.getByRole('alert')).toContainText('Failed to delete offer. Please try again.');
    });
    await asked.getByRole('button', { name: 'Delete offer' }).click();
    await expectExactText(page, 'Offer deleted successfully');
    await closeNotice(page);
    await expect(card('One')).toHaveCount(0);
    await expect(bar).toContainText('2 offers selected');
  });

  await test.step('treats an offer deleted elsewhere as deleted; a failure refetches the list', async () => {
    await world.call(deleteOffer, { params: { id: ids[2]! } });
    await remove('Three');
    await expectExactText(page, 'Offer deleted successfully');
    await closeNotice(page);
    await expect(card('Three')).toHaveCount(0);
    await expect(bar).toContainText('1 offer selected');
    // A list that is still loading would show the new title too early.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const refused = (route: Route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { success: false, code: 'conflict', message: 'Not today' } })
        : route.continue();
    await during(page, `**/api/offers/${ids[3]}`, refused, async () => {
      await world.call(updateOffer, { params: { id: ids[3]! }, body: offerBody('Goes Four, renamed', FIELDS) });
      await remove('Four');
      await expect(asked.getByRole('alert')).toHaveText('Failed to delete offer. Please try again.\nNot today');
      await expect(card('Four, renamed')).toBeVisible();
    });
  });

  for (const id of [ids[1]!, ids[3]!]) await world.call(deleteOffer, { params: { id } });
});
