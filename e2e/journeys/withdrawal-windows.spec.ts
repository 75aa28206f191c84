import type { Page } from '@playwright/test';
import { answer, callOf, during, refuse, expectText } from '../support/answers.ts';
import { tabTo } from '../support/keyboard.ts';
import { openPath } from '../support/open-path.ts';
import { listWithdrawalRows, withdrawalDetails, withdrawalHistory, WITHDRAWALS as ROWS } from '../support/rows.ts';
import { allowConsoleErrors, expect, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

const [PENDING, PROCESSING, , , FAILED] = ROWS as [Row, Row, Row, Row, Row];
type Row = (typeof ROWS)[number];

async function answerAll(page: Page, rows: readonly Row[] = ROWS): Promise<void> {
  await listWithdrawalRows(page, rows);
  await page.route('**/api/withdrawals/history*', answer(withdrawalHistory(rows)));
  for (const row of rows) await page.route(`**/api/withdrawals/${row.id}`, answer(withdrawalDetails(row)));
}

test('closes windows one at a time, and does not cut decision data', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await answerAll(page);
  const details = page.getByRole('dialog', { name: 'Withdrawal Details' });
  const history = page.getByRole('dialog', { name: 'Withdrawal History' });
  const firstRow = page.getByRole('row').nth(1).getByRole('link');
  await openPath(page, '/verify-withdrawals?status=all');
  await expect(page.getByRole('row')).toHaveCount(6);

  await test.step('returns the focus to the row after Escape and after the button', async () => {
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => details.getByText('Close', { exact: true }).click(),
    ]) {
      await firstRow.focus();
      await page.keyboard.press('Enter');
      await expect(details.getByText('In the wallet')).toBeVisible();
      await close();
      await expect(details).toHaveCount(0);
      await expect(firstRow).toBeFocused();
    }
  });

  await test.step('closes details above the history first, then the history with its filters', async () => {
    const opener = page.getByRole('button', { name: 'View History' });
    await opener.click();
    await history.getByLabel('Status').selectOption('rejected');
    await expect(page).toHaveURL(/h-status=rejected/);
    const link = history.getByRole('link', { name: 'Details: wd-3' });
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await expect(details).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await expect(history).toBeVisible();
    await expect(link).toBeFocused();

    await history.getByRole('button', { name: 'View' }).click();
    await expect(page.getByLabel('Rows per page')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Rows per page')).toHaveCount(0);
    await expect(history).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(history).toHaveCount(0);
    await expect(page).toHaveURL(/\/verify-withdrawals\?status=all$/);
    await expect(opener).toBeFocused();
  });

  await test.step('returns the focus to the page for a URL, and to the list for a missing row', async () => {
    await openPath(page, '/verify-withdrawals?status=all&withdrawal=wd-0');
    await expect(details.getByText('In the wallet')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('main')).toBeFocused();

    await firstRow.click();
    await expect(details.getByText('In the wallet')).toBeVisible();
    await listWithdrawalRows(page, ROWS.slice(1));
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await page.route(
      `**/api/withdrawals/${PENDING.id}/verify`,
      answer({ success: true, message: '', withdrawal: PENDING }),
    );
    await details.getByRole('button', { name: /^Reject: / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(4);
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Verify Withdrawals, scrollable' })).toBeFocused();
  });

  await test.step('lists Enter as a shortcut and returns the focus', async () => {
    await firstRow.focus();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help.locator('dl > div').filter({ hasText: 'Open row' })).toContainText('Enter');
    await page.keyboard.press('Escape');
    await expect(firstRow).toBeFocused();
  });

  await test.step('reports a missing record and a missing run', async () => {
    for (const [name, text, calls, message] of [
      ['withdrawal', 'Withdrawal not found.', '**/api/withdrawals/nowhere', undefined],
      ['run', 'There is no such run.', '**/api/bulk-runs/nowhere*', 'There is no such run.'],
    ] as const) {
      let asked = 0;
      await page.route(calls, async (route) => {
        asked += 1;
        await route.fulfill({ status: 404, json: { success: false, code: 'not_found', message } });
      });
      await openPath(page, `/verify-withdrawals?${name}=nowhere`);
      const window = page.getByRole('dialog');
      await expect(window.getByRole('alert')).toContainText(text);
      await expect(window.getByRole('button', { name: 'Retry' })).toHaveCount(0);
      await window.getByText('Close', { exact: true }).click();
      await expect(window).toHaveCount(0);
      expect(asked).toBe(1);
    }
  });

  await test.step('does not cut decision data, and names each action', async () => {
    const long = { userName: 'Nikhil Chauhan', userEmail: 'nikhil.chauhan275@paytm.example' };
    const upi = { ...PENDING.paymentMethod, type: 'upi', upiId: 'nikhil.chauhan275@paytm' };
    const rows = ROWS.map((row) => ({
      ...row,
      ...long,
      ...(row.paymentMethod.type === 'upi' ? { paymentMethod: upi } : {}),
      ...(row === PROCESSING ? { paymentStatus: 'unknown' } : {}),
      ...(row.status === 'rejected' ? { adminReason: 'The account name differs from the user name' } : {}),
    })) as readonly Row[];
    await answerAll(page, rows);
    await page.setViewportSize({ width: 1440, height: 900 });

    await test.step('cuts nothing in list and history at 1440 pixels', async () => {
      const cut = (): Promise<readonly string[]> =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('tbody td, tbody td *')]
            .filter((it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).overflow === 'hidden')
            .filter((it) => it.clientWidth > 1)
            .map((it) => it.innerText),
        );
      for (const address of ['?status=all', '?status=payment_failed', '?history=1']) {
        await openPath(page, `/verify-withdrawals${address}`);
        const scope = address === '?history=1' ? page.getByRole('dialog', { name: 'Withdrawal History' }) : page;
        await expect(scope.locator('tbody').getByText('nikhil.chauhan275@paytm.example').last()).toBeVisible();
        expect(await cut(), address).toEqual([]);
        const wide = await page
          .locator('[role=region][aria-label$=scrollable]')
          .evaluateAll((lists) => lists.map((list) => list.scrollWidth - list.clientWidth));
        expect(wide, address).not.toEqual([]);
        expect(Math.max(...wide), address).toBeLessThanOrEqual(0);
      }
      await expect(page.getByText('HDFC0001234').last()).toBeVisible();
    });

    await test.step('shows an unknown payment in the list', async () => {
      await openPath(page, '/verify-withdrawals?status=processing');
      await expect(page.getByRole('row').nth(1)).toContainText('Unknown, checking');
      await expectNoSidewaysScroll(page, 'an unknown payment');
    });

    await test.step('shows both buttons in one line after a failed payment', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openPath(page, '/verify-withdrawals?status=payment_failed');
      const cell = page.locator('td[data-kind=actions]');
      for (const name of [/^Retry payment: /, /^Return coins: /])
        await expect(cell.getByRole('button', { name })).toBeVisible();
      // Measured at one moment: loading content moves all of them.
      const [room, retry, giveBack] = await cell.evaluate((it) =>
        [it, ...it.querySelectorAll('button')].map((each) => each.getBoundingClientRect().toJSON() as DOMRect),
      );
      expect(giveBack!.top).toBe(retry!.top);
      expect(retry!.left).toBeGreaterThan(room!.left + 8);
      expect(giveBack!.right).toBeLessThan(room!.right - 8);
    });

    await test.step('Return coins has its own confirmation', async () => {
      const question = page.getByRole('alertdialog');
      const calls = `**/api/withdrawals/${FAILED.id}/return-coins`;
      await page.getByRole('button', { name: /^Return coins: / }).click();
      await expect(question).toContainText('Reason for giving up this payment (optional).');
      await expect(question).toContainText('₹104.50 · Nikhil Chauhan (nikhil.chauhan275@paytm.example) · 104 coins');
      await question.getByRole('textbox').fill('Account closed');
      await during(page, calls, refuse('The coins are back already.'), async () => {
        await question.getByRole('button', { name: 'Return coins' }).click();
        await expect(question.getByRole('alert')).toContainText('The coins are back already (HTTP status: 409)');
      });
      await page.route(calls, answer({ success: true, message: '', withdrawal: { ...FAILED, status: 'rejected' } }));
      const { body } = await callOf(page, 'POST', `/api/withdrawals/${FAILED.id}/return-coins`, () =>
        question.getByRole('button', { name: 'Return coins' }).click(),
      );
      expect(body).toEqual({ adminReason: 'Account closed' });
      await expectText(page, 'Payment to Nikhil Chauhan given up.');
      await expect(page.getByText('Withdrawal rejected successfully!')).toHaveCount(0);
    });
  });
});
