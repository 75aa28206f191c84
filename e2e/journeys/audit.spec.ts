import type { AuditEntry } from '@muneem/contract/audit';
import { DATA_AGE_HEADER } from '@muneem/contract/http';
import { createOffer, deleteOffer, updateOffer } from '@muneem/contract/offers';
import type { Page } from '@playwright/test';
import { offerBody } from '../support/offer-body.ts';
import { callOf } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { allowConsoleErrors, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const ENTRIES = 120;
const PAGE = 50;

/** A log of 120 entries, paged as in the contract. */
const answerPages = (page: Page): Promise<unknown> =>
  page.route(/\/api\/audit(\?|$)/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [before, after] = [query.get('before'), query.get('after')].map((text) => text && Number(text));
    const all = Array.from({ length: ENTRIES }, (_, at) => entry(ENTRIES - at));
    const newer = all.filter(({ id }) => id > Number(after)).slice(-PAGE);
    const entries = after ? newer : all.filter(({ id }) => !before || id < before).slice(0, PAGE);
    const [first = 0, last = 0] = [entries[0]?.id, entries.at(-1)?.id];
    await route.fulfill({ json: { success: true, entries, hasNewer: first < ENTRIES, hasOlder: last > 1 } });
  });

const entry = (id: number): AuditEntry => ({
  id,
  at: new Date(Date.UTC(2026, 10, 1, 0, id)).toISOString(),
  actor: { kind: 'system', id: '', name: 'System' },
  action: 'smart_poll.run',
  recordType: 'smart_poll_run',
  recordId: `run-${id}`,
  before: null,
  after: { number: id },
  ip: null,
  requestId: null,
});

/** The server's own answers, with the age that a replica would give them. */
const readFromReplica = (page: Page, path: string, ageMs: number): Promise<unknown> =>
  page.route(`**${path}*`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), [DATA_AGE_HEADER]: String(ageMs) } });
  });

test('filters the audit log by actor, action, record and days, and opens a linked entry', async ({ page, world }) => {
  allowConsoleErrors();
  const { offer } = await world.call(createOffer, { body: offerBody('Written down') });
  const params = { id: offer._id };
  await world.call(updateOffer, { params, body: offerBody('Written down twice') });
  await world.call(deleteOffer, { params });
  await signIn(page, world);

  await test.step('shows the age of data from a replica', async () => {
    await readFromReplica(page, '/api/conversion-reports', 3_200);
    await openPath(page, '/conversion-reports');
    const age = page.getByText('As of 3 s ago');
    await expect(age).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(age).toBeVisible();
    await expectAccessible(age, 'the age of data on a phone');
    await expectNoSidewaysScroll(page, 'reports of a replica');

    await readFromReplica(page, '/api/audit', 900);
    const [answer] = await Promise.all([page.waitForResponse(/\/api\/audit(\?|$)/), openPath(page, '/audit')]);
    expect((await answer.allHeaders())[DATA_AGE_HEADER]).toBe('900');
    // A second is not worth mentioning.
    await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
    await expect(page.getByText(/As of/)).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await openPath(page, `/audit?recordId=${offer._id}`);
  const rows = page.locator('tbody tr[data-row]');
  const choose = async (label: string, option: string | RegExp): Promise<void> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };

  await test.step('offers the actors and actions of the log', async () => {
    await expect(rows).toHaveCount(3);
    const updates = { action: 'offers.update', recordId: offer._id };
    await callOf(page, 'GET', '/api/audit', () => choose('Action', 'Offers: update'), updates);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Title: Written down → Written down twice');
    const who = await callOf(page, 'GET', '/api/audit', () => choose('Actor', ADMIN.email));
    expect(who.query).toMatchObject({ action: 'offers.update', actor: expect.stringMatching(/./) });
    await expect(rows).toHaveCount(1);
    await page.getByLabel('Clear Action').click();
    await expect(rows).toHaveCount(3);
    await page.getByLabel('Clear Actor').click();
    await expect(page).not.toHaveURL(/actor=/);
    await expectAccessible(page, 'the audit log with filters');
  });

  await test.step('uses days in Asia/Kolkata', async () => {
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    // The offer may have been created before midnight.
    const from = new Date(Date.now() - 3_600_000 + 5.5 * 3_600_000).toISOString().slice(0, 10);
    await page.getByLabel('From day').fill(from);
    const days = { startDate: from, endDate: today };
    await callOf(page, 'GET', '/api/audit', () => page.getByLabel('To day').fill(today), days);
    await expect(rows).toHaveCount(3);
    await page.getByLabel('From day').fill('2020-01-01');
    await page.getByLabel('To day').fill('2020-01-31');
    await expect(page.getByText('No entries match these filters')).toBeVisible();
  });

  await test.step('opens a linked entry despite the filters, and reports a missing one', async () => {
    await openPath(page, `/audit?recordId=${offer._id}`);
    await rows.filter({ hasText: 'Offers: create' }).getByRole('link').first().click();
    const dialog = page.getByRole('dialog', { name: 'Offers: create' });
    await expect(dialog).toBeVisible();
    const id = new URL(page.url()).searchParams.get('entry');
    await openPath(page, `/audit?recordId=elsewhere&entry=${id}`);
    await expect(page.getByText('No entries match these filters')).toBeVisible();
    await expect(dialog.getByText(offer._id)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).not.toHaveURL(/entry=/);
    await openPath(page, '/audit?entry=999999999');
    await expect(page.getByRole('dialog').getByText('Entry not found. Check the link.')).toBeVisible();
  });

  await test.step('pages with Older, Newer and Newest', async () => {
    await answerPages(page);
    await openPath(page, '/audit');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const stands = async (first: number, last: number): Promise<void> => {
      await expect(rows.first()).toContainText(`run-${first}`);
      await expect(rows).toHaveCount(first - last + 1);
      for (const name of ['Newest', 'Newer']) await expect(button(name)).toBeEnabled({ enabled: first < ENTRIES });
      await expect(button('Older')).toBeEnabled({ enabled: last > 1 });
    };
    await stands(120, 71);
    await button('Older').click();
    await stands(70, 21);
    await button('Older').click();
    await stands(20, 1);
    await button('Newer').click();
    await stands(70, 21);
    await button('Older').click();
    await stands(20, 1);
    await button('Newest').click();
    await stands(120, 71);
    await expect(page).toHaveURL('/audit');
  });
});
