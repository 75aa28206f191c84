import { createOffer } from '@muneem/contract/offers';
import { ABORT, answer, clickButton, during, expectExactText, failSilently, refuse, said } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

const TITLE = 'Unpaid Rummy';
const UIDS = ['unpaid-0', 'unpaid-1'];

test('reports every failure of manual payments and claims', async ({ page, world }) => {
  allowConsoleErrors();
  const admin = await world.signIn();
  const { offer } = await admin.call(createOffer, { body: offerBody(TITLE) });
  const clicks: string[] = [];
  for (const uid of UIDS) {
    await world.platform.createUser(person(uid, `Name of ${uid}`));
    clicks.push(await world.platform.createClick({ uid, offerId: offer._id }));
  }
  await signIn(page, world);
  const question = page.getByRole('alertdialog');
  const run = page.getByRole('dialog', { name: 'Pay All' });
  const payOne = async (): Promise<void> => {
    await clickButton(page.getByRole('row').filter({ hasText: clicks[0]! }), /^Pay: /);
    await question.getByRole('button', { name: 'Pay 150 coins' }).click();
  };
  const payAll = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Pay All (2)' }).click();
    await question.getByRole('button', { name: 'Pay 2 clicks' }).click();
  };
  await openPath(page, `/manual-pay?search=${encodeURIComponent(TITLE)}`);

  // covers 001-8.11
  await test.step('reports a failed payment: with a message, without, and without a response', async () => {
    const checked = 'The click is not paid. You can safely pay it again.';
    for (const [how, text] of [
      [refuse('This click was already paid.'), 'This click was already paid.'],
      [answer({ success: false }), 'Failed to mark click as paid'],
      [answer({ success: false, message: 'The desk is closed' }), 'The desk is closed'],
      [refuse('The ledger is locked. Try later.', 500), `The ledger is locked. Try later. ${checked}`],
      [failSilently(), `Failed to mark click as paid. HTTP error! status: 500. ${checked}`],
      [ABORT, `Error marking click as paid. Please try again. Network error. ${checked}`],
    ] as const) {
      await during(page, '**/api/mark-click-paid', how, async () => {
        await payOne();
        await expect(question.getByRole('alert')).toHaveText(text);
        await question.getByRole('button', { name: 'Cancel' }).click();
        // A refused payment is disabled until the list is read again.
        await page.getByRole('button', { name: 'Refresh' }).click();
      });
    }
    expect(await world.platform.balance(UIDS[0]!)).toBe(0);
  });

  // covers 001-8.12
  await test.step('reports a failed Pay All', async () => {
    for (const [how, text] of [
      [failSilently(), 'Failed to process pay all'],
      [answer({ success: false }), 'Failed to process pay all'],
      [ABORT, 'Error processing pay all. Please try again.'],
      [refuse('Payments rest'), 'Payments rest'],
      [refuse('The ledger is locked. Try later.', 500), 'The ledger is locked. Try later.'],
    ] as const) {
      await during(page, '**/api/mark-clicks-paid-bulk', how, async () => {
        await payAll();
        await expect(run.getByRole('alert')).toHaveText(text);
        await run.getByRole('button', { name: 'Close' }).last().click();
      });
    }
  });

  await test.step('reports lists that cannot be loaded', async () => {
    await during(page, '**/api/clicks?*', refuse('The clicks rest'), async () => {
      await openPath(page, '/manual-pay');
      await said(page, 'Failed to load clicks: The clicks rest');
    });
    await during(page, '**/api/manual-payment-history*', refuse('The archive is shut'), async () => {
      await openPath(page, '/manual-pay?history=1');
      await said(page, 'Failed to load the manual payment history: The archive is shut');
    });
  });

  await expect
    .poll(async () => (await world.platform.claimOffer({ uid: UIDS[0]!, offerId: offer._id })).status)
    .toBe(200);
  await openPath(page, '/verify-offer');
  const claim = page.getByRole('row').filter({ hasText: TITLE });

  // covers 001-8.10
  await test.step('reports a failed decision and changes nothing', async () => {
    // An unknown outcome is looked up for several seconds.
    const failed = (why: string) =>
      expect(question.getByRole('alert')).toHaveText(`Failed to process the offer: ${why}`, { timeout: 30_000 });
    const checked = 'Nothing was changed. You can safely try again.';
    for (const [how, why] of [
      [refuse('The desk is closed'), 'The desk is closed'],
      [failSilently(), `HTTP error! status: 500. ${checked}`],
      [failSilently(404), 'HTTP error! status: 404'],
      [ABORT, `Network error. ${checked}`],
    ] as const) {
      await during(page, '**/api/offers/*/verify', how, async () => {
        await claim.getByRole('button', { name: /^Approve/ }).click();
        await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
        await question.getByRole('button', { name: 'Approve' }).click();
        await failed(why);
        await question.getByRole('button', { name: 'Cancel' }).click();
        await claim.getByRole('button', { name: /^Reject/ }).click();
        await question.getByRole('textbox').fill('No proof at all');
        await question.getByRole('button', { name: 'Reject' }).click();
        await failed(why);
        await expect(question.getByRole('textbox')).toHaveValue('No proof at all');
        await question.getByRole('button', { name: 'Cancel' }).click();
        // A refused approval is disabled until the list is read again.
        await page.getByRole('button', { name: 'Refresh Offers' }).click();
      });
    }
    await expect(claim).toBeVisible();
  });

  // covers 001-8.9
  await test.step('reports a list of claims that cannot be loaded', async () => {
    for (const [how, text] of [
      [failSilently(), 'Failed to load pending offers. Please try again.'],
      [ABORT, 'Failed to load pending offers. Please try again.'],
      [refuse('The desk is closed'), 'The desk is closed'],
    ] as const) {
      await during(page, '**/api/offers/pending*', how, async () => {
        await openPath(page, '/verify-offer');
        await expectExactText(page.getByRole('alert'), text);
      });
    }
  });
});
