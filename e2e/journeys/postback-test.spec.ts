import type { Page } from '@playwright/test';
import { deleteOffer } from '@muneem/contract/offers';
import { startTrackingCompany, type TrackingCompany } from '@muneem/sandbox/tracking-company';
import { callOf } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

test('shows the request and the result of a test', async ({ page, world, company }) => {
  const away = await startTrackingCompany({ moody: false });
  await away.close();
  await signIn(page, world);
  const offer = await makeTrackedOffer(world, 'Offer with tested postbacks');
  const url = (path: string, base = company.url): string => `${base}/postback/${path}?c={click_id}&s={p1}`;
  await offer.addPostback({ companyName: 'Adjust', postbackUrl: url('adjust') });
  await offer.addPostback({ companyName: 'Branch', postbackUrl: url('sunset') });
  await offer.addPostback({ companyName: 'Kochava', postbackUrl: url('kochava', away.url) });
  await openPath(page, `/postback-urls/${offer.id}?tab=custom`);
  // covers 001-2.32 001-7.21
  await test.step('shows URL, status, time and response of a successful test', () => testFine(page, company));
  // covers 001-2.32
  await test.step('shows status and error of a failed test', () => testRefused(page));
  // covers 001-2.32
  await test.step('shows no status and response for an unreachable server', () => testUnreachable(page));
  await world.call(deleteOffer, { params: { id: offer.id } });
});

const resultOf = (page: Page) => page.getByRole('dialog', { name: 'Test result' });
const press = (page: Page, company: string): Promise<void> =>
  page.getByRole('button', { name: `Test: ${company}, install` }).click();
const close = async (page: Page): Promise<void> => {
  await resultOf(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(resultOf(page)).toHaveCount(0);
};

async function testFine(page: Page, company: TrackingCompany): Promise<void> {
  const result = resultOf(page);
  const answer = page.waitForResponse((response) => response.url().endsWith('/test'));
  await press(page, 'Adjust');
  const { testUrl, testResult } = (await (await answer).json()) as {
    testUrl: string;
    testResult: { responseTime: number };
  };
  expect(testUrl).toBe(`${company.url}/postback/adjust?c=TEST0CLICK0000000000000000&s=test_p1`);
  const took = testResult.responseTime;
  await expect(result.locator('dl div')).toHaveText([
    'Test resultSuccess',
    'Status code200',
    `Response time${took < 1000 ? `${Math.round(took)} ms` : `${(took / 1000).toFixed(1)} s`}`,
  ]);
  await expect(result.getByLabel('Test URL', { exact: true })).toHaveText(testUrl);
  await expect(result.getByLabel('Response', { exact: true })).toHaveText('{"ok":true}');
  await expect(result.getByText(/^Error:/)).toHaveCount(0);
  await result.getByRole('button', { name: 'Copy test URL' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(testUrl);

  await result.getByText('Sample values').click();
  await result.getByLabel('{p1}').fill('mine & yours');
  const { body } = await callOf(page, 'POST', /\/test$/, () =>
    result.getByRole('button', { name: 'Test again' }).click(),
  );
  expect(body).toEqual({ testData: { p1: 'mine & yours' } });
  await expect(result.getByLabel('Test URL', { exact: true })).toHaveText(/&s=mine%20%26%20yours$/);
  expect(company.received()[0]?.query['s']).toBe('mine & yours');
  await close(page);
}

async function testRefused(page: Page): Promise<void> {
  const result = resultOf(page);
  await press(page, 'Branch');
  await expect(result.getByText('Failed', { exact: true })).toBeVisible();
  await expect(result.locator('dl div').nth(1)).toHaveText('Status code403');
  await expect(result.getByText('Error: The company answered with an error. HTTP 403.')).toBeVisible();
  await expect(result.getByLabel('Response', { exact: true })).toHaveText(
    '{"ok":false,"error":"this account is closed"}',
  );
  await expect(result.getByRole('button', { name: 'Activate' })).toHaveCount(0);
  await expectAccessible(page, 'the result of a test that failed');
  await expectNoSidewaysScroll(page, 'the result of a test that failed');
  await close(page);
}

async function testUnreachable(page: Page): Promise<void> {
  const result = resultOf(page);
  await press(page, 'Kochava');
  await expect(result.getByText('Failed', { exact: true })).toBeVisible();
  await expect(result.locator('dl div').nth(1)).toHaveText('Status codeno response');
  await expect(result.getByText(/^Error: The connection failed\./)).toBeVisible();
  await expect(result.getByText('The response was empty.')).toBeVisible();
  await close(page);
}
