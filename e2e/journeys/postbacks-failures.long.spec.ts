import type { Route } from '@playwright/test';
import { deleteOffer } from '@muneem/contract/offers';
import { ABORT, during, refuse, said, expectExactText, failSilently } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { hidePage } from '../support/page-visibility.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

const TITLE = 'Meets every postback failure';
/** The server's message in the steps that prefer it. */
const SERVER_SAYS = 'The tracking desk is closed';
/** Answers only calls that change data. */
const onWrites =
  (answer: (route: Route) => Promise<void>) =>
  (route: Route): Promise<void> =>
    route.request().method() === 'GET' ? route.continue() : answer(route);

test('reports postback failures with the specified texts', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  const admin = await world.signIn();
  const { id, addPostback } = await makeTrackedOffer(admin, world, TITLE);
  await addPostback({ companyName: 'Branch' });
  const screen = `/postback-urls/${id}`;

  // covers 001-7.18 001-8.16 001-8.24
  await test.step('reports each failed part and loads it with Retry', async () => {
    const parts = [
      [`**/api/offers/${id}`, 'Failed to fetch offer details', 'system', TITLE],
      ['**/api/offers/*/postback-urls', 'Failed to fetch postback URLs', 'system', 'Global security token'],
      ['**/api/offers/*/custom-postbacks*', 'Failed to fetch custom postbacks', 'custom', 'br-1'],
      ['**/api/offers/*/postback-stats*', 'Failed to fetch postback stats', 'analytics', 'Event breakdown'],
    ] as const;
    for (const [calls, text, tab, content] of parts) {
      for (const [how, words] of [
        [failSilently(), text],
        [refuse(SERVER_SAYS), SERVER_SAYS],
      ] as const) {
        await during(page, calls, how, async () => {
          await openPath(page, `${screen}?tab=${tab}`);
          await said(page, words);
          if (words !== text) await expect(page.getByText(text)).toHaveCount(0);
          await hidePage(page);
        });
        await page.getByRole('button', { name: 'Retry' }).first().click();
        await said(page, content);
      }
    }
  });

  await test.step('reports missing events in the form and loads them with Retry', async () => {
    const form = page.getByRole('form', { name: 'Add Postback' });
    await during(page, '**/api/offers/*/postback-urls', ABORT, async () => {
      await openPath(page, `${screen}?tab=custom`);
      await page.getByRole('button', { name: 'Add Postback' }).click();
      await expect(form.getByText('Failed to fetch postback URLs')).toBeVisible();
      await hidePage(page);
    });
    await form.getByRole('button', { name: 'Retry' }).click();
    await form.getByLabel('Event type').selectOption('install');
  });

  const card = page.getByRole('article', { name: 'Branch, install' });
  const question = page.getByRole('alertdialog');
  const form = page.getByRole('form', { name: 'Add Postback' });
  const add = form.getByRole('button', { name: 'Add Postback' });
  // covers 001-8.17
  await test.step('reports each failed action and loses no input', async () => {
    await openPath(page, `${screen}?tab=custom`);
    await page.route('**/api/**', onWrites(ABORT));
    await card.getByRole('button', { name: 'Activate: Branch, install' }).click();
    await expectExactText(page, 'Error toggling status');
    await expect(card.getByText('Inactive')).toBeVisible();
    const sent = page.waitForRequest(/\/custom-postbacks\/[^/]+\/test$/);
    await card.getByRole('button', { name: 'Test: Branch, install' }).click();
    expect((await sent).postDataJSON()).toEqual({ testData: {} });
    await expectExactText(page, 'Error testing postback');
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Delete: Branch, install' }).click();
    await question.getByRole('button', { name: 'Delete postback' }).click();
    await expectExactText(question, 'Error deleting postback');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();

    await page.getByRole('button', { name: 'Add Postback' }).click();
    await form.getByLabel('Company name').fill('Singular');
    await form.getByRole('textbox', { name: 'Company ID' }).fill('si-1');
    await form.getByLabel('Event type').selectOption('install');
    await form.getByLabel('Postback URL').fill('https://singular.example/pb?c={click_id}');
    await add.click();
    await expectExactText(page, 'Error creating postback');
    await expect(form.getByLabel('Company name')).toHaveValue('Singular');
    await page.unroute('**/api/**');
  });

  // covers 001-8.24
  await test.step('prefers the server’s message to the fixed text', async () => {
    await during(page, '**/api/**', onWrites(refuse(SERVER_SAYS)), async () => {
      await add.click();
      await expect(form.getByText(SERVER_SAYS)).toBeVisible();
      await expect(form.getByText('Error creating postback')).toHaveCount(0);
    });
    await add.click();
    await expect(page.getByRole('article', { name: 'Singular, install' })).toBeVisible();

    // No notice of an earlier step is left.
    await openPath(page, `${screen}?tab=custom`);
    await during(page, '**/api/**', onWrites(refuse(SERVER_SAYS)), async () => {
      await card.getByRole('button', { name: 'Test: Branch, install' }).click();
      const result = page.getByRole('dialog', { name: 'Test result' });
      await expect(result.getByText(SERVER_SAYS)).toBeVisible();
      await expect(page.getByText('Error testing postback')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(result).toHaveCount(0);

      await card.getByRole('button', { name: 'Delete: Branch, install' }).click();
      await question.getByRole('button', { name: 'Delete postback' }).click();
      await expect(question.getByText(SERVER_SAYS)).toBeVisible();
      await expect(page.getByText('Error deleting postback')).toHaveCount(0);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toHaveCount(0);
      await expect(page.getByText(SERVER_SAYS)).toHaveCount(0);

      await card.getByRole('button', { name: 'Activate: Branch, install' }).click();
      await said(page, SERVER_SAYS);
      await expect(page.getByText('Error toggling status')).toHaveCount(0);
      await expect(card.getByText('Inactive')).toBeVisible();
    });
  });

  await admin.call(deleteOffer, { params: { id } });
});
