import type { Page } from '@playwright/test';
import { answer } from './answers.ts';
import { CONVERSIONS as ROWS, NO_EARNINGS } from './rows.ts';

export const page20 = (total: number, page = 1) => ({
  success: true,
  conversions: total === 0 ? [] : ROWS,
  pagination: { page, limit: 20, total, pages: Math.ceil(total / 20) },
  total,
});
const STATS = {
  ...NO_EARNINGS,
  totalConversions: 7,
  totalPayout: 1234.5,
  postbackConversions: 4,
  smartPollConversions: 2,
  approvedConversions: 7,
};
export const LIST = '**/api/conversion-reports?*';
export const SUMS = '**/api/conversion-reports/stats*';
export const list = '/api/conversion-reports';

export async function answerLists(page: Page, total = 4): Promise<void> {
  await page.route(LIST, (route) =>
    route.fulfill({ json: page20(total, Number(new URL(route.request().url()).searchParams.get('page') ?? 1)) }),
  );
  await page.route(SUMS, answer({ success: true, stats: STATS }));
}
