import { answer, during } from '../support/answers.ts';
import type { Locator } from '@playwright/test';
import { createOffer, updateOffer } from '@muneem/contract/offers';
import { runReconciliation } from '@muneem/contract/payouts';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { listWithdrawals, verifyWithdrawal } from '@muneem/contract/withdrawals';
import { setPayoutKey } from '@muneem/sandbox/product';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { ADMIN, PAYOUT_KEY, type TestWorld } from '../support/world.ts';

const USER = person('meera-why', 'Meera Nair');
const event = (eventName: string, eventPayout: number) => ({ eventName, eventPayout, isRequired: true });
const EVENTS = [event('install', 40), event('deposit', 60)];
const OFFER = offerBody('Evidence Rummy', { coins: 250, events: EVENTS });

test('finds why a user was not paid, explains the check and pays by replay', async ({ complaints, page, world }) => {
  await world.platform.createUser(USER);
  const { _id: offerId } = (await world.call(createOffer, { body: OFFER })).offer;
  const clickId = await makeClick(world, offerId);
  const { postbackUrls } = await world.call(getPostbackUrls, { params: { id: offerId } });
  const install = postbackUrls['install']!.url.replace('{click_id}', clickId);
  const bonus = install.replace('/install?', '/bonus?');
  expect((await fetch(install)).status).toBe(200);
  expect((await fetch(bonus)).status).toBe(422);
  for (let more = 0; more < 4; more += 1) {
    const other = await makeClick(world, offerId);
    expect((await fetch(bonus.replace(clickId, other))).status).toBe(422);
  }
  expect((await fetch(install.replace(/token=[^&]+/, 'token=wrong'))).status).toBe(401);

  await signIn(page, world);
  await test.step('finds a click by its id', async () => {
    // Another journey may have left some.
    await during(
      page,
      '**/api/owed-reversals',
      answer({ success: true, owed: [], total: 0, totalCoins: 0 }),
      async () => {
        await openPath(page, '/clicks');
        await expect(page.getByRole('heading', { level: 1, name: 'Evidence' })).toBeVisible();
        await expect(page.getByText('No outstanding reversals')).toBeVisible();
      },
    );
    await page.getByLabel('Click ID').fill('not a click');
    await page.keyboard.press('Enter');
    await expect(page.getByText('A click id has 26 letters and digits')).toBeVisible();
    await page.getByLabel('Click ID').fill(clickId.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/clicks/${clickId}`);
    await openPath(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Commands' }).fill(clickId);
    await page.getByRole('button', { name: `Evidence of click ${clickId}` }).click();
    await expect(page).toHaveURL(`/clicks/${clickId}`);
  });

  const timeline = page.getByRole('region', { name: 'Timeline' });
  const entry = (name: string) => timeline.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await test.step('shows the postbacks and the reasons in the timeline', async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Paid 40 coins' })).toBeVisible();
    await expect(entry('Visit')).toHaveCount(1);
    await expect(entry('Postback: bonus')).toContainText('The offer has no event with this name.');
    await expect(entry('Postback').filter({ hasText: 'Wrong token' })).toHaveCount(1);
    await expect(entry('Reward credited')).toContainText('+40 coins');
    const history = page.getByRole('region', { name: 'History', exact: true });
    await history.getByRole('button', { name: 'Show history' }).click();
    await expect(history.getByText('No changes yet.')).toBeVisible();
    const all = `/audit?recordType=click&recordId=${clickId}`;
    await expect(history.getByRole('link', { name: 'Show all in the audit log' })).toHaveAttribute('href', all);
    await expectNoSidewaysScroll(page, 'a click');
  });

  await test.step('shows the failed check of a postback', async () => {
    await entry('Postback: bonus').getByRole('link', { name: 'Explain now' }).click();
    const checks = page.getByRole('status').filter({ hasText: 'Response to the sender' });
    await expect(checks.getByText('The offer knows the event')).toBeVisible();
    const evidence = checks.getByRole('link', { name: 'Evidence of the click' });
    await expect(evidence).toHaveAttribute('href', `/clicks/${clickId}`);
    await expect(checks.getByRole('listitem').filter({ hasText: 'Failed' })).toContainText(
      'The offer has: install, deposit',
    );
    await expectAccessible(checks, 'explained from the log');
    await page.getByRole('button', { name: 'Explain another URL' }).click();
    await page.getByLabel('Postback URL').fill(postbackUrls['deposit']!.url.replace('{click_id}', clickId));
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await expect(page.getByText('It would credit 60 coins (₹60.00).')).toBeVisible();
    expect(await world.platform.balance(USER.uid)).toBe(40);
    await expectNoSidewaysScroll(page, 'explained from an address');
    await page.getByLabel('Sender’s IP address').fill('203.0.113.5:443');
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await expect(page.getByText('Enter one IPv4 or IPv6 address, without a port')).toBeVisible();
    await expect.poll(() => complaints.splice(0).join()).toContain('400');
  });

  await test.step('pays the replay as previewed once the offer has the event', async () => {
    await world.call(updateOffer, {
      params: { id: offerId },
      body: { ...OFFER, events: [...EVENTS, event('bonus', 25.5)] },
    });
    await openPath(page, `/clicks/${clickId}`);
    await entry('Postback: bonus').getByRole('button', { name: 'Replay…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay postbacks' });
    await expect(dialog.getByText('₹25.00').first()).toBeVisible();
    await expect(dialog.getByRole('row').nth(1)).toContainText('Accepted');
    await expect(dialog.getByRole('link', { name: clickId })).toHaveAttribute('href', `/clicks/${clickId}`);
    await expectAccessible(page, 'the preview of a replay');
    await expectNoSidewaysScroll(page, 'the preview of a replay');
    await dialog.getByRole('button', { name: 'Replay 1 postback' }).click();
    await expect(dialog.getByText('Replayed: 1 approved, 25 coins, ₹25.00.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('heading', { level: 2, name: 'Paid 65 coins' })).toBeVisible();
    expect(await world.platform.balance(USER.uid)).toBe(65);
  });

  await test.step('replays the selected postbacks of the log, then all matching ones', async () => {
    const filtered = 'tab=log&verdict=event_unknown&event=bonus';
    const replay = async (button: string, count: number) => {
      await page.getByRole('button', { name: button, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Replay postbacks' });
      await expect(dialog.getByRole('row')).toHaveCount(count + 1);
      await dialog.getByRole('button', { name: `Replay ${count} postbacks` }).click();
      await expect(
        dialog.getByText(`Replayed: ${count} approved, ${count * 25} coins, ₹${(count * 25).toFixed(2)}.`),
      ).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
    };
    await openPath(page, `/postback-urls/${offerId}?${filtered}`);
    const boxes = page.getByRole('checkbox', { name: /^Select bonus/ });
    // Includes the oldest one, which was already replayed.
    await expect(boxes).toHaveCount(5);
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await replay('Replay 2', 2);
    expect(await world.platform.balance(USER.uid)).toBe(65 + 50);
    await openPath(page, `/postback-urls/${offerId}?${filtered}&endDate=2026-01-01`);
    await page.getByRole('button', { name: 'Replay all that match...' }).click();
    await expect(page.getByRole('dialog', { name: 'Replay postbacks' })).toContainText('Nothing to replay');
    await openPath(page, `/postback-urls/${offerId}?${filtered}`);
    await replay('Replay all that match...', 2);
    expect(await world.platform.balance(USER.uid)).toBe(65 + 100);
  });

  await test.step('links every list of clicks to the evidence', async () => {
    await openPath(page, `/conversion-reports?search=${clickId}`);
    await page
      .getByRole('link', { name: `Evidence of click ${clickId}` })
      .first()
      .click();
    await expect(page).toHaveURL(`/clicks/${clickId}`);

    const dialog = page.getByRole('dialog');
    const leadsHere = (scope: Locator) =>
      expect(scope.getByRole('link', { name: clickId })).toHaveAttribute('href', `/clicks/${clickId}`);
    await openPath(page, `/conversion-reports?search=${clickId}`);
    await page
      .getByRole('link', { name: `Details: ${clickId}` })
      .first()
      .click();
    await expect(dialog).toHaveAccessibleName('Conversion details');
    await leadsHere(dialog);
    await openPath(page, `/postback-urls/${offerId}?tab=log&verdict=event_unknown&event=bonus`);
    const logged = page.getByRole('row').filter({ hasText: clickId });
    await leadsHere(logged);
    await logged.locator('[data-row-link]').click();
    await expect(dialog).toHaveAccessibleName('Inbound postback');
    await leadsHere(dialog);
    await dialog.getByRole('link', { name: clickId }).click();
    await expect(page).toHaveURL(`/clicks/${clickId}`);
  });

  await test.step('shows the paid withdrawal with its reference and UTR', async () => {
    await setPayoutKey(world, world.mailbox, ADMIN.email, PAYOUT_KEY);
    const paymentMethod = { type: 'upi' as const, upiId: 'meera@okicici' };
    const asked = await world.platform.requestWithdrawal({ uid: USER.uid, coins: 50, paymentMethod });
    expect(asked.status).toBe(200);
    const { withdrawals } = await world.call(listWithdrawals, { query: { search: USER.uid } });
    const { id: withdrawalId } = withdrawals[0]!;
    await page.getByRole('button', { name: 'Refresh' }).click();
    const withdrawal = entry('Withdrawal');
    await expect(withdrawal).toContainText('₹50.00 (50 coins)');
    await expect(withdrawal.getByRole('link', { name: withdrawalId })).toHaveAttribute(
      'href',
      `/verify-withdrawals?search=${withdrawalId}`,
    );
    await expect(withdrawal).not.toContainText('UTR');
    await world.call(verifyWithdrawal, { params: { id: withdrawalId }, body: { approved: true } });
    await page.getByRole('button', { name: 'Refresh' }).click();
    const [transfer] = world.provider.book
      .list()
      .filter(({ utr, amountPaise }) => utr !== null && amountPaise === 5_000);
    await expect(withdrawal).toContainText(transfer!.reference);
    // The payment response has no UTR. The provider's statement supplies it.
    await expect(withdrawal).toContainText(transfer!.transactionId);
    await world.call(runReconciliation, {});
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      const utr = withdrawal.locator('dl > div').filter({ hasText: 'Bank UTR' });
      await expect(utr).toContainText(transfer!.utr!, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expectAccessible(withdrawal, 'a click whose coins were paid out');
  });

  await test.step('shows a reversal with its coins', async () => {
    expect((await fetch(`${install}&status=chargeback`)).status).toBe(200);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(entry('Reversal: install')).toContainText('40 coins reversed');
    await expect(entry('Reversed')).toContainText('−40 coins');
    expect(await world.platform.balance(USER.uid)).toBe(75);
  });
});

async function makeClick(world: TestWorld, offerId: string): Promise<string> {
  const visit = await fetch(`${world.product.url}/track/${offerId}?uid=${USER.uid}&p1=meera@okicici&p2=summer`, {
    redirect: 'manual',
    headers: {
      'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
    },
  });
  return new URL(visit.headers.get('location') ?? '').searchParams.get('c') ?? '';
}
