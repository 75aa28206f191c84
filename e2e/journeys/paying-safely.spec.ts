import type { Locator, Page } from '@playwright/test';
import { answer, during, refuse } from '../support/answers.ts';
import { CLICK, DECISION_LISTS, listDecisions, type DecisionList } from '../support/decision-rows.ts';
import { openPath } from '../support/open-path.ts';
import { BALANCE, listWithdrawalRows, withdrawalDetails, WITHDRAWALS } from '../support/rows.ts';
import { allowConsoleErrors, expect, expectAccessible, signIn, test } from '../support/test.ts';

const REFUSED = "You Don't Have Access";
const listOf = (path: string): DecisionList => DECISION_LISTS.find(([its]) => its === path)!;
const colourOf = (button: Locator): Promise<string> => button.evaluate((it) => getComputedStyle(it).backgroundColor);

test('pays in one colour, asks once which clicks to pay, and keeps refused buttons off', async ({ page, world }) => {
  await signIn(page, world);
  const question = page.getByRole('alertdialog');
  const expectOneColour = async (button: Locator, verb: RegExp): Promise<void> => {
    const colour = await colourOf(button);
    await button.click();
    const confirming = question.getByRole('button', { name: verb });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.mouse.move(0, 0);
    expect(await colourOf(confirming)).toBe(colour);
    await question.getByRole('button', { name: 'Cancel' }).click();
  };

  await test.step('confirms in the colour of the button', async () => {
    await listWithdrawalRows(page);
    await openPath(page, '/verify-withdrawals?status=all');
    await expectOneColour(page.getByRole('button', { name: /^Approve: / }), /^Approve$/);
    await expectOneColour(page.getByRole('button', { name: /^Retry payment: / }), /^Retry payment$/);
    const claims = listOf('/verify-offer');
    await listDecisions(page, claims);
    await openPath(page, claims[0]);
    await expectOneColour(page.getByRole('button', { name: /^Approve: / }), /^Approve$/);
  });

  const clicks = listOf('/manual-pay');
  await test.step('has one Pay All, with its scope in the window and the grammar of one click', async () => {
    await listDecisions(page, [clicks[0], clicks[1], { ...clicks[2], total: 1 }]);
    await openPath(page, clicks[0]);
    const payAll = page.getByRole('button', { name: /^Pay All/i });
    await expect(payAll).toHaveCount(1);
    await expectOneColour(payAll, /^Pay 1 click$/);
    await expectOneColour(page.getByRole('button', { name: /^Pay: / }), /^Pay 25,500 coins$/);
    await payAll.click();
    await expect(question).toContainText('Pay 1 click? This cannot be undone.');
    await expect(question.getByRole('radio')).toHaveCount(0);
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('disables Pay with the reason after a refusal, until Refresh', async () => {
    const why = 'This click was already rewarded.';
    allowConsoleErrors();
    const pay = page.getByRole('button', { name: /^Pay: / });
    await during(page, '**/api/mark-click-paid', refuse(why), async () => {
      await pay.click();
      await question.getByRole('button', { name: 'Pay 25,500 coins' }).click();
      await expect(question).toContainText(why);
      await question.getByRole('button', { name: 'Cancel' }).click();
    });
    await expect(pay).toHaveAttribute('aria-disabled', 'true');
    await expect(pay).toHaveAccessibleDescription(why);
    await pay.hover();
    await expect(page.locator('[class*=_tip_]')).toHaveText(why);
    await expectAccessible(page.getByRole('main'), 'a refused payment');
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(pay).not.toHaveAttribute('aria-disabled');
  });

  await test.step('has one Export', async () => {
    await openPath(page, '/conversion-reports');
    await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(1);
  });
});

test('says before an approval that the provider refuses, and offers a way on after a failed payment', async ({
  page,
  world,
}) => {
  await signIn(page, world);
  await listWithdrawalRows(page);
  await page.route('**/api/bulkpe/balance', answer({ ...BALANCE, success: false, error: REFUSED }));
  await openPath(page, '/verify-withdrawals');
  const question = page.getByRole('alertdialog');
  const bell = page.getByRole('button', { name: /^Notices/ });
  const [row] = WITHDRAWALS;

  await test.step('warns first in the single and in the bulk confirmation', async () => {
    for (const open of [/^Approve: /, 'Approve selected']) {
      if (open === 'Approve selected') await page.getByRole('checkbox', { name: /^Select withdrawal/ }).check();
      await page.getByRole('button', { name: open }).click();
      await expect(question.getByRole('alert')).toContainText(REFUSED);
      expect(await question.innerText()).toMatch(/^A payment will probably fail\./);
      await expectAccessible(page, 'an approval that will probably fail');
      await question.getByRole('button', { name: 'Cancel' }).click();
    }
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  const toast = page.getByRole('region', { name: 'Notices' }).getByText('Withdrawal approved but payment failed');
  await test.step('offers Retry and Details, and lights the bell', async () => {
    const failed = { ...row!, status: 'payment_failed', paymentError: REFUSED };
    await page.route(`**/api/withdrawals/${row!.id}`, answer(withdrawalDetails(failed as never)));
    await page.route(
      '**/api/withdrawals/*/verify',
      answer({ success: true, message: 'x', paymentResult: { success: false, error: REFUSED } }),
    );
    await expect(bell).toHaveAccessibleName('Notices');
    const approve = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Approve: / }).click();
      await question.getByRole('button', { name: 'Approve' }).click();
      await expect(toast).toBeVisible();
    };
    await approve();
    await expect(bell).toHaveAccessibleName('Notices, 1 problem');
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(question).toContainText('Pay ₹100.00 to');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await openPath(page, '/verify-withdrawals');
    await approve();
    await expectNothingCovered(page);
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Withdrawal Details' })).toBeVisible();
    await expect(page).toHaveURL(/withdrawal=wd-0/);
  });
});

/** The buttons of the lowest row are not under the toast. */
async function expectNothingCovered(page: Page): Promise<void> {
  const [path, call, json] = listOf('/manual-pay');
  const clicks = Array.from({ length: 30 }, (_, index) => ({
    ...CLICK,
    clickId: `${CLICK.clickId.slice(0, -2)}${10 + index}`,
  }));
  await listDecisions(page, [path, call, { ...json, clicks, total: 30 }]);
  // openPath would close the toast.
  await page.getByRole('link', { name: 'Manual Pay' }).click();
  for (const width of [390, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const last = page.getByRole('button', { name: /^Pay: / }).last();
    await expect.poll(() => last.evaluate(isReachable), { message: `${width} px` }).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Runs in the page. */
function isReachable(button: Element): boolean {
  button.scrollIntoView({ block: 'end' });
  scrollTo(0, document.documentElement.scrollHeight);
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === button;
}
