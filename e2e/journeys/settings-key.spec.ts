import { setPayoutKey } from '@muneem/sandbox/product';
import { ABORT, during, refuse, said, expectExactText, failSilently } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import { ADMIN, PAYOUT_KEY } from '../support/world.ts';

// covers 001-2.34
test('copies, shows and hides the API key with the admin’s own password', async ({ page, world }) => {
  allowConsoleErrors();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, world);
  const admin = await world.signIn();
  await setPayoutKey(admin, world.mailbox, ADMIN.email, PAYOUT_KEY);
  const form = page.getByRole('form', { name: 'System Settings' });
  const key = form.getByLabel('Payout provider API key', { exact: true });
  const masked = `••••••••${PAYOUT_KEY.slice(-4)}`;
  const proof = page.getByRole('dialog', { name: /^(Show|Copy) the API key$/ });
  const password = proof.getByLabel('Your password');
  const show = proof.getByRole('button', { name: 'Show', exact: true });
  const copyIt = proof.getByRole('button', { name: 'Copy', exact: true });

  await test.step('copies the key only with the right password', async () => {
    await page.goto('/settings');
    await expect(key).toHaveValue(masked);
    await form.getByRole('button', { name: 'Copy Payout provider API key' }).click();
    await password.fill('not it');
    await copyIt.click();
    await expectExactText(proof, 'The key could not be shown: That is not your password.');
    await expect(key).toHaveValue(masked);
    await password.fill(ADMIN.password);
    await copyIt.click();
    await said(page, 'API key copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PAYOUT_KEY);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('asks for the password again to show a copied key', async () => {
    await expect(key).toHaveValue(masked);
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await expect(password).toHaveValue('');
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await expect(proof).toHaveCount(0);
  });

  await test.step('reports a failed call and keeps the key hidden', async () => {
    await openPath(page, '/settings');
    await expect(key).toHaveValue(masked);
    await expect(key).toHaveAttribute('type', 'password');
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await password.fill(ADMIN.password);
    for (const [how, text] of [
      [failSilently(), 'The key could not be shown: HTTP error! status: 500'],
      [ABORT, 'The key could not be shown: Network error'],
      [refuse('The safe is shut.'), 'The key could not be shown: The safe is shut.'],
    ] as const)
      await during(page, '**/api/settings/reveal-api-key', how, async () => {
        await show.click();
        await expectExactText(proof, text);
        await expect(key).toHaveAttribute('type', 'password');
      });
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await expect(key).toHaveAttribute('type', 'password');
  });

  await test.step('removes a hidden key from the page and asks again', async () => {
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await password.fill(ADMIN.password);
    await password.press('Enter');
    await expect(key).toHaveAttribute('type', 'text');
    await expect(key).toHaveValue(PAYOUT_KEY);
    const save = form.getByRole('button', { name: 'Save Settings' });
    await save.click();
    await said(page, 'There are no changes to save.');
    await form.getByRole('button', { name: 'Hide the API key' }).click();
    await expect(key).toHaveAttribute('type', 'password');
    await expect(key).toHaveValue(masked);
    await save.click();
    await said(page, 'There are no changes to save.');
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await expect(password).toHaveValue('');
    await password.fill(ADMIN.password);
    await password.press('Enter');
    await expect(key).toHaveValue(PAYOUT_KEY);
  });

  await test.step('keeps an edited key when hidden, as a change', async () => {
    await key.fill(`${PAYOUT_KEY}9`);
    await form.getByRole('button', { name: 'Hide the API key' }).click();
    await expect(key).toHaveAttribute('type', 'password');
    await expect(key).toHaveValue(`${PAYOUT_KEY}9`);
    await form.getByRole('button', { name: 'Save Settings' }).click();
    const change = page.getByRole('dialog', { name: 'OTP Verification' });
    await expect(change.getByRole('listitem')).toHaveText([
      `Payout provider API key: ${masked} → …${PAYOUT_KEY.slice(-3)}9`,
    ]);
  });
});
