import type { Page, Route } from '@playwright/test';
import { deleteOffer } from '@muneem/contract/offers';
import { callOf, during, refuse, expectText, failSilently } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { hidePage, showPage } from '../support/page-visibility.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

// covers 001-8.16 001-8.24
test('keeps stale data and reports a failed refresh', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  const offer = await makeTrackedOffer(world, 'Offer that is read again');
  await offer.addPostback({});
  await page.clock.install();
  const cards = page.getByRole('region', { name: 'Custom postbacks in numbers' });
  const retry = page.getByRole('button', { name: 'Retry' });
  const failed = page.getByRole('alert').filter({ has: retry });
  const parts = [
    {
      what: 'the offer',
      tab: 'log',
      calls: `**/api/offers/${offer.id}`,
      text: 'Failed to fetch offer details',
      shown: page.getByText(offer.title, { exact: true }),
    },
    {
      what: 'System URLs',
      tab: 'system',
      calls: '**/api/offers/*/postback-urls',
      text: 'Failed to fetch postback URLs',
      shown: page.getByText(offer.securityToken, { exact: true }),
    },
    {
      what: 'Custom Postbacks',
      tab: 'custom',
      calls: '**/api/offers/*/custom-postbacks*',
      text: 'Failed to fetch custom postbacks',
      shown: page.getByRole('article', { name: 'Branch, install' }),
    },
    {
      what: 'the stat cards',
      tab: 'system',
      calls: '**/api/offers/*/postback-stats*',
      text: 'Failed to fetch postback stats',
      shown: cards.getByText('0 active'),
    },
    {
      what: 'Analytics',
      // Another period than the stat cards, so that it has its own request.
      tab: 'analytics&days=7',
      calls: '**/api/offers/*/postback-stats?days=7',
      text: 'Failed to fetch postback stats',
      shown: page.getByRole('table', { name: 'Company performance' }).getByText('Branch'),
    },
  ];
  for (const { what, tab, calls, text, shown } of parts) {
    await test.step(what, async () => {
      await openPath(page, `/postback-urls/${offer.id}?tab=${tab}`);
      await expect(shown).toBeVisible();
      await expect(failed).toHaveCount(0);
      for (const [how, words] of [
        [failSilently(), text],
        [refuse('The tracking desk is closed'), 'The tracking desk is closed'],
      ] as const) {
        await during(page, calls, how, async () => {
          await readAgain(page);
          await expect(failed).toHaveCount(1);
          await expect(failed.getByText(words, { exact: true })).toBeVisible();
          await expect(shown).toBeVisible();
          await hidePage(page);
        });
      }
      await retry.click();
      await expect(failed).toHaveCount(0);
      await expect(shown).toBeVisible();
    });
  }
  await world.call(deleteOffer, { params: { id: offer.id } });
});

/** Triggers the 10 s refetch, and the refetch on focus for data older than 15 s. */
async function readAgain(page: Page): Promise<void> {
  await page.clock.fastForward(20_000);
  await showPage(page);
}

/** The response of a company after 50 s: later than the timeout of other calls, but within the postback's 60 s. */
const LATE = {
  success: true,
  testUrl: 'https://branch.example/pb?c=TEST',
  testResult: { success: true, statusCode: 200, responseTime: 50_000, response: 'at last', error: null },
};

/** Runs in the page: timeouts expire only when the test calls `pass`. */
function holdTimeouts(): void {
  const held: { readonly ms: number; readonly controller: AbortController }[] = [];
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    held.push({ ms, controller });
    return controller.signal;
  };
  const pass = (passedMs: number): void => {
    for (const { ms, controller } of held)
      if (ms <= passedMs) controller.abort(new DOMException('timeout', 'TimeoutError'));
  };
  Object.assign(globalThis, { pass });
}
const pass = (page: Page, ms: number): Promise<void> =>
  page.evaluate((passedMs) => (globalThis as unknown as { pass: (ms: number) => void }).pass(passedMs), ms);

test('waits for a test as long as the postback’s timeout plus 10 s', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  const offer = await makeTrackedOffer(world, 'Offer with a slow company');
  await offer.addPostback({ companyName: 'Slow', timeout: 60_000 });
  await offer.addPostback({ companyName: 'Hasty', timeout: 10_000 });
  await page.goto(`/postback-urls/${offer.id}?tab=custom`);
  const result = page.getByRole('dialog', { name: 'Test result' });
  const response = result.getByLabel('Response', { exact: true });
  const calls: Route[] = [];
  await page.route('**/api/custom-postbacks/*/test', (route) => void calls.push(route));
  const slow = page.getByRole('button', { name: 'Test: Slow, install' });
  await expect(slow).toBeVisible();
  await page.evaluate(holdTimeouts);

  // covers 001-2.32
  await test.step('shows a response that takes 50 s', async () => {
    await slow.click();
    await expect(result.getByText('Sending one request. This can take up to 1 min...')).toBeVisible();
    await expect.poll(() => calls.length).toBe(1);
    await pass(page, 50_000);
    await calls[0]!.fulfill({ json: LATE });
    await expect(response).toHaveText('at last');
    await expect(result.locator('dl div').nth(2)).toHaveText('Response time50.0 s');
    await page.keyboard.press('Escape');
    await expect(result).toHaveCount(0);
  });

  await test.step('waits at least the standard 30 s', async () => {
    await page.getByRole('button', { name: 'Test: Hasty, install' }).click();
    await expect.poll(() => calls.length).toBe(2);
    await pass(page, 50_000);
    await expectText(page, 'Error testing postback');
    await expect(response).toHaveCount(0);
  });
  await world.call(deleteOffer, { params: { id: offer.id } });
});

// covers 001-4.12
test('finds a postback that was paused automatically, explains why and resumes with one press', async ({
  page,
  world,
}) => {
  allowConsoleErrors();
  await signIn(page, world);
  const offer = await makeTrackedOffer(world, 'Offer with a paused postback');
  const { _id } = await offer.addPostback({});
  await offer.addPostback({ companyName: 'Not paused' });
  const paused = {
    status: 'inactive',
    pausedReason: '20 failed deliveries in a row',
    pausedAt: '2026-11-20T06:30:00.000Z',
    waitingCount: 3,
  };
  const lists = '**/api/offers/*/custom-postbacks*';
  const card = page.getByRole('article', { name: 'Branch, install' });
  await page.route(lists, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { postbacks: { _id: string }[] };
    await route.fulfill({
      response,
      json: { ...list, postbacks: list.postbacks.map((one) => (one._id === _id ? { ...one, ...paused } : one)) },
    });
  });
  await page.goto(`/postback-urls/${offer.id}?tab=custom&state=paused`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goto(`/postback-urls/${offer.id}?tab=custom`);
  await expect(card.locator('[data-color=red]')).toHaveText('Paused automatically (20 failed deliveries in a row)');
  await expect(card.getByRole('alert')).toContainText('20 failed deliveries in a row');
  await expect(card.getByText('3 deliveries held until it is active')).toBeVisible();
  const resume = card.getByRole('button', { name: 'Resume and send 3: Branch, install' });
  await expect(resume).toBeVisible();
  await page.unroute(lists);
  const { body } = await callOf(page, 'PATCH', `/api/custom-postbacks/${_id}/toggle`, () => resume.click());
  expect(body).toEqual({ status: 'active' });
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await expect(card.getByRole('alert')).toHaveCount(0);
  await world.call(deleteOffer, { params: { id: offer.id } });
});
