import { answer, callOf, said } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { CONVERSIONS } from '../support/rows.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

const ONE_PAGE = {
  success: true,
  conversions: CONVERSIONS,
  pagination: { page: 1, limit: 20, total: 4, pages: 1 },
  total: 4,
};
const STATS = { totalConversions: 4, totalPayout: 30, postbackConversions: 4, smartPollConversions: 0 };

test('filters by the clicked city of a breakdown and keeps it in the URL', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await page.route('**/api/conversion-reports?*', answer(ONE_PAGE));
  await page.route('**/api/conversion-reports/stats*', answer({ success: true, stats: STATS }));
  const counts = { approved: 3, totalPayout: 30, sources: { postback: 3, smart_poll: 0, manual: 0 } };
  const pune = { key: 'Pune, Maharashtra, India', label: 'Pune, Maharashtra, India', conversions: 3, ...counts };
  const unknown = { key: '', label: 'Unknown city', rest: 'unknown', conversions: 1, ...counts };
  const groups = [pune, { ...pune, key: 'Kochi, Kerala, India', label: 'Kochi, Kerala, India' }, unknown];
  const breakdown = '**/api/conversion-reports/breakdown*';
  await page.route(breakdown, answer({ success: true, groups }));
  await page.goto('/conversion-reports?by=city');
  await said(page, unknown.label);
  await expect(page.getByRole('button', { name: unknown.label })).toHaveCount(0);

  const chosen = await callOf(page, 'GET', '/api/conversion-reports', () =>
    page.getByRole('button', { name: pune.label }).click(),
  );
  expect(chosen.query).toMatchObject({ city: pune.key, page: '1' });
  expect(new URL(page.url()).searchParams.get('city')).toBe(pune.key);
  await said(page, `City: ${pune.label}`);
  await page.getByRole('button', { name: 'Show all cities' }).click();
  await expect(page).not.toHaveURL(/[?&]city=/);

  await page.unroute(breakdown);
  await page.route(breakdown, answer({ success: true, groups: [unknown] }));
  await openPath(page, '/conversion-reports?by=city&status=approved');
  await said(page, 'No cities found');
});
