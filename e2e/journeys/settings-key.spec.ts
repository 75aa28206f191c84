import { setPayoutKey } from '@muneem/sandbox/product';
import { ABORT, during, refuse, said, saidExactly, speechless } from '../support/answers.ts';
import { expect, signIn, test } from '../support/test.ts';
import { ADMIN, PAYOUT_KEY } from '../support/world.ts';

// Calls that a service worker makes cannot be answered by the test.
test.use({ serviceWorkers: 'block' });

// covers 001-2.34 own-9.1
test('the API key is copied, shown with the own password, and hidden again', async ({ page, world, complaints }) => {
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

  await test.step('a wrong password copies nothing, the right one does, and nothing is asked to be saved', async () => {
    await page.goto('/settings');
    await expect(key).toHaveValue(masked);
    await form.getByRole('button', { name: 'Copy Payout provider API key' }).click();
    await password.fill('not it');
    await copyIt.click();
    await saidExactly(proof, 'The key could not be shown: That is not your password.');
    await expect(key).toHaveValue(masked);
    await password.fill(ADMIN.password);
    await copyIt.click();
    await said(page, 'API key copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PAYOUT_KEY);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('what was copied is not on the page: to show it the password is asked for again', async () => {
    await expect(key).toHaveValue(masked);
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await expect(password).toHaveValue('');
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await expect(proof).toHaveCount(0);
  });

  await test.step('who cancels while the password is checked is neither shown nor given the key', async () => {
    for (const what of ['Show the API key', 'Copy Payout provider API key']) {
      await page.evaluate(() => navigator.clipboard.writeText('untouched'));
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const address = '**/api/settings/reveal-api-key';
      await page.route(address, (route) => held.then(() => route.continue()));
      await form.getByRole('button', { name: what }).click();
      await password.fill(ADMIN.password);
      await password.press('Enter');
      await expect(proof.getByRole('button', { name: 'Checking...' })).toBeVisible();
      await proof.getByRole('button', { name: 'Cancel' }).click();
      await expect(proof).toHaveCount(0);
      const ended = page.waitForResponse(address);
      release();
      await (await ended).finished();
      await page.unroute(address);
      // What is done with an answer is done when the next one comes.
      await page.evaluate(() => fetch('/config.json').then((it) => it.text()));
      await expect(key).toHaveValue(masked);
      await expect(key).toHaveAttribute('type', 'password');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('untouched');
    }
  });

  await test.step('a call that fails says why, and the key stays hidden', async () => {
    await page.goto('/settings');
    await expect(key).toHaveValue(masked);
    await expect(key).toHaveAttribute('type', 'password');
    await form.getByRole('button', { name: 'Show the API key' }).click();
    await password.fill(ADMIN.password);
    for (const [how, text] of [
      [speechless(), 'The key could not be shown: HTTP error! status: 500'],
      [ABORT, 'The key could not be shown: Network error'],
      [refuse('The safe is shut.'), 'The key could not be shown: The safe is shut.'],
    ] as const)
      await during(page, '**/api/settings/reveal-api-key', how, async () => {
        await show.click();
        await saidExactly(proof, text);
        await expect(key).toHaveAttribute('type', 'password');
      });
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await expect(key).toHaveAttribute('type', 'password');
  });

  await test.step('shown, then hidden; hidden it is not on the page, and has to be asked for again', async () => {
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

  await test.step('a shown key that was edited stays when it is hidden, and is a change', async () => {
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

  await page.goto('about:blank');
  complaints.splice(0);
});
