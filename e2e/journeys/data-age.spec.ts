import { DATA_AGE_HEADER } from '@muneem/contract/http';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

/** The server's own answers, with the age that a replica would give them. */
const readFromReplica = (page: Page, path: string, ageMs: number): Promise<unknown> =>
  page.route(`**${path}*`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), [DATA_AGE_HEADER]: String(ageMs) } });
  });

test('shows the age of data from a replica', async ({ page, world }) => {
  await signIn(page, world);
  await readFromReplica(page, '/api/conversion-reports', 3_200);
  await page.goto('/conversion-reports');
  const age = page.getByText('As of 3 s ago');
  await expect(age).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(age).toBeVisible();
  await expectAccessible(page, 'reports of a replica on a phone');
  await expectNoSidewaysScroll(page, 'reports of a replica');

  await readFromReplica(page, '/api/audit', 900);
  const [answer] = await Promise.all([page.waitForResponse(/\/api\/audit(\?|$)/), page.goto('/audit')]);
  expect((await answer.allHeaders())[DATA_AGE_HEADER]).toBe('900');
  // A second is not worth mentioning.
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(page.getByText(/As of/)).toBeHidden();
});
