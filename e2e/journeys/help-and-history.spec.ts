import type { Page } from '@playwright/test';
import { getDelivery, listDeliveries } from '@muneem/contract/custom-postbacks';
import { listWithdrawals } from '@muneem/contract/withdrawals';
import { ABORT, callOf, during, expectText } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { requestWithdrawals } from '../support/request-withdrawals.ts';
import { allowConsoleErrors, expect, expectAccessible, signInByHand, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { ADMIN, type TestWorld } from '../support/world.ts';

const WAITING = { uid: 'helped-0', name: 'Hema Sen' };

test('lists shortcuts, the history of a record and the admin’s own sign-ins', async ({ page, world }) => {
  await requestWithdrawals(world, [WAITING]);
  const wrong = await fetch(`${world.product.url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Firefox/133.0',
    },
    body: JSON.stringify({ email: ADMIN.email, password: 'not this one' }),
  });
  expect(wrong.status).toBe(401);
  await signInByHand(page, world);

  await test.step('pages through the admin’s own sign-in attempts', () => pageThroughSignIns(page));
  await test.step('lists the working shortcuts with ? and in the Admin menu', () => listShortcuts(page));
  await test.step('loads the history of exactly the open record', () => openHistories(page, world));

  await test.step('reports sign-ins that cannot be loaded', async () => {
    allowConsoleErrors();
    await page.route('**/api/account/sign-ins*', ABORT);
    await openPath(page, '/account');
    await expectText(page, 'Your sign-ins could not be loaded: Network error');
  });
});

async function pageThroughSignIns(page: Page): Promise<void> {
  await openPath(page, '/account');
  const section = page.getByRole('region', { name: 'Sign-ins', exact: true });
  const lines = section.locator('tbody tr[data-row]');
  await expect(lines.nth(0)).toContainText('Signed in');
  await expect(lines.nth(0)).toContainText('Chrome on Linux');
  await expect(lines.nth(0)).toContainText('127.0.0.1');
  await expect(lines.nth(1)).toContainText('Wrong password');
  await expect(lines.nth(1)).toContainText('Firefox on Linux');
  await expect(lines.nth(1)).toContainText('127.0.0.1');

  const signIns = (from: number) =>
    [from, from - 1].map((id) => ({
      id,
      at: '2026-11-20T06:30:00.000Z',
      outcome: 'wrong_code',
      ip: `203.0.113.${id}`,
      userAgent: '',
    }));
  await during(
    page,
    '**/api/account/sign-ins*',
    (route) => {
      const isOlder = new URL(route.request().url()).searchParams.get('before') === '39';
      return route.fulfill({ json: { success: true, signIns: signIns(isOlder ? 38 : 40), hasOlder: !isOlder } });
    },
    async () => {
      await openPath(page, '/account');
      const [newest, older] = ['Newest', 'Older'].map((name) => section.getByRole('button', { name }));
      await expect(lines).toHaveText([/Wrong code.*Unknown device.*203\.0\.113\.40/, /203\.0\.113\.39/]);
      await expect(newest!).toBeDisabled();
      await older!.click();
      await expect(lines).toHaveText([/203\.0\.113\.38/, /203\.0\.113\.37/]);
      await expect(older!).toBeDisabled();
      await newest!.click();
      await expect(lines.first()).toContainText('203.0.113.40');
    },
  );
}

async function listShortcuts(page: Page): Promise<void> {
  await openPath(page, '/verify-withdrawals');
  const row = page.locator('tbody tr[data-row]').first();
  await expect(row).toContainText(WAITING.name);
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const listed = async (): Promise<Record<string, string>> => {
    await expect(help).toBeVisible();
    const pairs = await help
      .locator('dl > div')
      .evaluateAll((lines) =>
        lines.map((line) => [
          [...line.querySelectorAll('kbd')].map((key) => key.textContent).join('+'),
          line.querySelector('dt')?.textContent ?? '',
        ]),
      );
    return Object.fromEntries(pairs) as Record<string, string>;
  };
  const KEYS = {
    'Ctrl+k': 'Command palette',
    '?': 'Keyboard shortcuts',
    '/': 'Search',
    j: 'Next row',
    k: 'Previous row',
    x: 'Select row',
    a: 'Approve',
    r: 'Reject',
  };

  await test.step('opens the list by key and by menu', async () => {
    await page.keyboard.press('?');
    expect(await listed()).toMatchObject(KEYS);
    await expectAccessible(page, 'the keyboard shortcuts');
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await page.getByRole('button', { name: 'Admin', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    expect(await listed()).toMatchObject(KEYS);
    await help.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('each shortcut works, but not while typing', async () => {
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox').first();
    await expect(search).toBeFocused();
    await page.keyboard.type('?');
    await expect(search).toHaveValue('?');
    await expect(help).toHaveCount(0);
    await search.fill('');
    // Enter skips the typing pause: no search may be pending when rows are selected.
    await search.press('Enter');
    await expect(page).not.toHaveURL(/search=/);
    await expect(row).toContainText(WAITING.name);
    await search.blur();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(row.getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('x');
    await expect(row.getByRole('checkbox')).not.toBeChecked();
    for (const key of ['a', 'r']) {
      await page.keyboard.press(key);
      const question = page.getByRole('alertdialog');
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toHaveCount(0);
    }
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('lists only global shortcuts on a screen without a list', async () => {
    await openPath(page, '/settings');
    await expect(page.getByRole('form', { name: 'System Settings' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(help).toBeVisible();
    expect(await listed()).toEqual({ 'Ctrl+k': 'Command palette', '?': 'Keyboard shortcuts' });
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
  });
}

async function openHistories(page: Page, world: TestWorld): Promise<void> {
  const offer = await makeTrackedOffer(world, 'History Rummy');
  const postback = await offer.addPostback({ postbackUrl: world.network.trackingUrl('gone') }, { active: true });
  await offer.convert('install');
  const delivery = async () =>
    (await world.call(listDeliveries, { params: { id: offer.id }, query: {} })).deliveries[0];
  await expect.poll(delivery).toBeDefined();
  const deliveryId = (await delivery())!._id;
  await expect
    .poll(async () => (await world.call(getDelivery, { params: { id: deliveryId } })).attempts.length)
    .toBeGreaterThan(0);

  const { withdrawals } = await world.call(listWithdrawals, { query: { search: WAITING.name } });
  const withdrawal = withdrawals[0]?.id ?? '';
  for (const [type, id, address] of [
    ['user', WAITING.uid, `/users?user=${WAITING.uid}`],
    ['offer', offer.id, `/edit-offer/${offer.id}`],
    ['withdrawal', withdrawal, `/verify-withdrawals?withdrawal=${withdrawal}`],
    ['settings', 'settings', '/settings'],
    ['custom_postback', postback._id, `/postback-urls/${offer.id}?tab=custom&postback=${postback._id}`],
    ['postback_delivery', deliveryId, `/postback-urls/${offer.id}?tab=log&direction=outbound&delivery=${deliveryId}`],
  ] as const)
    await test.step(type, async () => {
      await openPath(page, address);
      const history = page.getByRole('region', { name: 'History', exact: true });
      const open = () => history.getByRole('button', { name: 'Show history' }).click();
      // The history of the previous record may still be refetched.
      await callOf(page, 'GET', '/api/audit', open, { recordType: type, recordId: id });
      const all = `/audit?recordType=${type}&recordId=${encodeURIComponent(id)}`;
      const link = history.getByRole('link', { name: 'Show all in the audit log' });
      await expect(link).toHaveAttribute('href', all);
      await expect(link).toBeFocused();
      await expect(history.getByRole('listitem').or(history.getByText('No changes yet.')).first()).toBeVisible();
    });
}
