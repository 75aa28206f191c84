import { dismissContradiction, listContradictions } from '@muneem/contract/evidence';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { createOffer } from '@muneem/contract/offers';
import { holdBack } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { newAdmin } from '../support/new-admin.ts';
import { person } from '../support/person.ts';
import { allowConsoleErrors, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

const OFFER = offerBody('Contradicted Rummy', {
  coins: 250,
  events: [{ eventName: 'install', eventPayout: 40, isRequired: true }],
});

test('decides what a network takes back in doubtful words', async ({ page, world }) => {
  const { _id: offerId } = (await world.call(createOffer, { body: OFFER })).offer;
  const { postbackUrls } = await world.call(getPostbackUrls, { params: { id: offerId } });
  /** Pays the event of a new user's click, then sends the same with each status. @returns the click's id */
  const contradicted = async (uid: string, name: string, ...statuses: string[]): Promise<string> => {
    await world.platform.createUser(person(uid, name));
    const clickId = await world.platform.createClick({ uid, offerId });
    const url = postbackUrls['install']!.url.replace('{click_id}', clickId);
    expect((await fetch(url)).status).toBe(200);
    for (const status of statuses)
      expect(await (await fetch(`${url}&status=${status}`)).json()).toMatchObject({ code: 'contradiction' });
    return clickId;
  };
  const held = await contradicted('contra-1', 'Meera Held', 'hold', 'hold');
  const lost = await contradicted('contra-2', 'Ravi Lost', 'lead');
  await contradicted('contra-3', 'Asha Spent', 'hold');
  await contradicted('contra-4', 'Kiran Other', 'hold');

  await signIn(page, world);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const window = page.getByRole('dialog', { name: 'Contradiction' });
  const fact = (name: string) => window.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  const reason = window.getByRole('textbox', { name: 'Reason' });

  await test.step('lists the contradictions, linked from the dashboard', async () => {
    await openPath(page, '/');
    const waiting = page.getByRole('region', { name: 'Needs attention' });
    await waiting.getByRole('link', { name: /^4 contradictions of a network/ }).click();
    await expect(page).toHaveURL('/contradictions');
    await expect(page.getByText('4 contradictions, 160 coins')).toBeVisible();
    await expect(row('Meera Held')).toContainText('status=hold');
    await expect(row('Meera Held')).toContainText('40 coins');
    await expect(row('Meera Held')).toContainText('Contradicted Rummy, install');
  });

  await test.step('shows amount, user, statement and effect, and dismisses with a reason by keyboard', async () => {
    await row('Meera Held').getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/contradictions\?contradiction=\d+$/);
    await expect(fact('Paid')).toContainText('40 coins (₹40.00)');
    await expect(fact('User')).toContainText('Meera Held');
    await expect(fact('The network said')).toContainText('status=hold');
    await expect(fact('How often')).toContainText('2 ×');
    await expect(window.getByRole('region', { name: 'If you reverse the conversion' })).toContainText(
      '40 coins are taken from Meera Held.',
    );
    await expect(reason).toBeFocused();
    await expectAccessible(page, 'a contradiction');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page, `a contradiction at ${width}`);
      await expect(window.getByRole('button', { name: 'Reverse 40 coins' })).toBeInViewport();
    }
    await window.getByRole('button', { name: 'Dismiss' }).click();
    await expect(window.getByText('Enter a reason for the decision.')).toBeVisible();
    await expect(reason).toBeFocused();
    await page.keyboard.type('The network confirmed the install.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The contradiction was dismissed.').first()).toBeVisible();
    await expect(window).toBeHidden();
    await expect(row('Meera Held')).toHaveCount(0);
    expect(await world.platform.balance('contra-1')).toBe(40);
  });

  await test.step('reverses a conversion, also when the answer is lost', async () => {
    allowConsoleErrors();
    await row('Ravi Lost').click();
    await reason.fill('A chargeback by mail.');
    await page.route('**/reverse', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await window.getByRole('button', { name: 'Reverse 40 coins' }).click();
    await expect(page.getByText('The conversion was reversed: 40 coins taken.').first()).toBeVisible();
    await page.unroute('**/reverse');
    await expect(row('Ravi Lost')).toHaveCount(0);
    expect(await world.platform.balance('contra-2')).toBe(0);
  });

  await test.step('shows new numbers before it reverses coins that were spent meanwhile', async () => {
    await row('Asha Spent').click();
    await reason.fill('A chargeback by mail.');
    const paymentMethod = { type: 'upi' as const, upiId: 'asha@okicici' };
    // A live update could show the new numbers before the press.
    const showNumbers = await holdBack(page, /\/api\/contradictions\/\d+$/);
    expect((await world.platform.requestWithdrawal({ uid: 'contra-3', coins: 30, paymentMethod })).status).toBe(200);
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/reverse'));
    await window.getByRole('button', { name: 'Reverse 40 coins' }).click();
    expect((await refused).status()).toBe(409);
    showNumbers();
    await expect(window.getByRole('alert')).toContainText('The wallet has changed.');
    await expect(window).toContainText('40 coins of Asha Spent become outstanding');
    await expect(reason).toHaveValue('A chargeback by mail.');
    await window.getByRole('button', { name: 'Reverse 40 coins' }).click();
    await expect(page.getByText('0 coins taken, 40 coins outstanding').first()).toBeVisible();
  });

  await test.step('says who decided first', async () => {
    await row('Kiran Other').click();
    await reason.fill('A chargeback by mail.');
    const other = await newAdmin(world, { email: 'kavya@muneem.example' });
    const { contradictions } = await other.call(listContradictions, {});
    const params = { id: contradictions[0]!._id };
    await other.call(dismissContradiction, { params, body: { reason: 'Confirmed.' } });
    await expect(window).toContainText('Dismissed by kavya@muneem.example');
    await window.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('No contradictions wait')).toBeVisible();
    await expectAccessible(page, 'no contradictions');
  });

  await test.step('keeps the decisions in the evidence and in the conversion', async () => {
    const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Contradiction/ }) });
    await openPath(page, `/clicks/${held}`);
    await expect(entry).toContainText('Dismissed by');
    await expect(entry).toContainText('The network confirmed the install.');
    await entry.getByRole('link', { name: /^cnv_/ }).click();
    const details = page.getByRole('dialog', { name: 'Conversion details' });
    await expect(details.getByRole('region', { name: 'Contradictions' })).toContainText('2 ×, dismissed');
    await openPath(page, `/clicks/${lost}`);
    await expect(entry).toContainText('Reversed by');
    await expect(entry).toContainText('A chargeback by mail.');
  });
});
