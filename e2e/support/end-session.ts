import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Ends this tab's session on the server, so that the page must notice it. */
export async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { token } = JSON.parse(sessionStorage.getItem('adminAuthToken')!) as { token: string };
    await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).toHaveURL(/\/login/);
}
