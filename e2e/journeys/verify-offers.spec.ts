import { createOffer } from '@muneem/contract/offers';
import { offerBody } from '../support/offer-body.ts';
import { answer, callOf, clickButton, during, expectExactText, expectText } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import type { TestWorld } from '../support/world.ts';
import { avoidMidnight } from '../support/avoid-midnight.ts';
import { person } from '../support/person.ts';

const USER = person('claimer-1', 'Farah Naqvi');
const OFFERS = [
  { title: 'Claimed Prime', type: 'prime', coins: 250 },
  { title: 'Claimed Video', type: 'video', coins: 40 },
] as const;
const event = (eventName: string, eventPayout: number) => ({ eventName, eventPayout, eventCap: 100 });

const NO_CLAIMS = { success: true, offers: [], total: 0, page: 1, limit: 50 };
/** 21 Nov 2026, 10:26 am */
const SUBMITTED = /\d{2} \w{3,4} \d{4}, \d{1,2}:\d{2} [ap]m/;

/** Farah claims both offers. */
async function claimBoth(world: TestWorld): Promise<string[]> {
  await world.platform.createUser(USER);
  const ids: string[] = [];
  for (const { title, type, coins } of OFFERS) {
    const { offer } = await world.call(createOffer, {
      body: offerBody(title, { coins, type }),
    });
    ids.push(offer._id);
    await expect
      .poll(async () => (await world.platform.claimOffer({ uid: USER.uid, offerId: offer._id })).status)
      .toBe(200);
  }
  return ids;
}

// covers 001-1.2
test('finds claims, rejects with a reason and approves once', async ({ page, world }) => {
  await signIn(page, world);
  const search = page.getByRole('searchbox', { name: 'Search by title, offer id, user id or user name' });
  const row = (index: number) => page.getByRole('row').filter({ hasText: OFFERS[index]!.title });
  const question = page.getByRole('alertdialog');

  // covers 001-2.14
  await test.step('shows an empty list', async () => {
    await during(page, '**/api/offers/pending*', answer(NO_CLAIMS), async () => {
      await openPath(page, '/verify-offer');
      await expectExactText(page, 'No pending offers found. Users need to complete offers to appear here.');
    });
  });

  await avoidMidnight();
  const offerIds = await claimBoth(world);

  // covers 001-2.13 001-3.6 001-7.8
  await test.step('Refresh Offers loads claims with the specified columns', async () => {
    await page.getByRole('button', { name: 'Refresh Offers' }).click();
    for (const name of ['Offer ID', 'Title', 'Type', 'Coins', 'User', 'Date Submitted', 'Actions'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
    const cell = (of: number, text: string | RegExp) => row(of).getByRole('cell').filter({ hasText: text });
    for (const [index, badge, coins] of [
      [0, 'Prime', '250 coins'],
      [1, 'Regular', '40 coins'],
    ] as const) {
      for (const text of [offerIds[index]!, OFFERS[index].title, coins, `${USER.name}${USER.uid}`, SUBMITTED])
        await expect(cell(index, text)).toHaveCount(1);
      await expect(cell(index, new RegExp(`^${badge}$`))).toHaveCount(1);
      for (const name of ['Approve', 'Reject'])
        await expect(cell(index, 'Approve').getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(1);
    }
    await expectAccessible(page.getByRole('table'), 'Verify Offers');
    await expectNoSidewaysScroll(page, 'Verify Offers');
  });

  // covers 001-2.12
  await test.step('finds claims by title, offer id, user id and name; All, Today, This Week', async () => {
    const searches: readonly [text: string, ...found: number[]][] = [
      ['claimed vid', 1],
      [offerIds[0]!, 0],
      [USER.uid, 0, 1],
      // Alternates results, so that each search changes the list.
      [offerIds[1]!, 1],
      ['farah', 0, 1],
    ];
    for (const [text, ...found] of searches) {
      await search.fill(text);
      const { length } = found;
      await expect(page.getByText(`${length} of ${length} pending offer${length === 1 ? '' : 's'}`)).toBeVisible();
      for (const index of [0, 1] as const) await expect(row(index)).toHaveCount(found.includes(index) ? 1 : 0);
    }
    await search.fill('');
    for (const [label, period] of [
      ['Today', 'today'],
      ['This Week', 'week'],
      ['All', 'all'],
    ] as const) {
      const press = (): Promise<void> => page.getByText(label, { exact: true }).click();
      // "All" may still be cached.
      if (period === 'all') await press();
      else await callOf(page, 'GET', '/api/offers/pending', press, { period });
      await expect(page.getByRole('radio', { name: label })).toBeChecked();
      await expect(page).toHaveURL(period === 'all' ? /\/verify-offer$/ : new RegExp(`period=${period}`));
      await expect(row(0)).toBeVisible();
    }
  });

  // covers 001-5.4 001-7.9
  await test.step('requires a reason with a default text; Cancel aborts', async () => {
    await clickButton(row(1), /^Reject/);
    const reason = question.getByRole('textbox');
    let sent = 0;
    page.on('request', (request) => void (sent += Number(request.url().endsWith('/verify'))));
    await expect(reason).toHaveValue('The verification requirements were not met.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(row(1)).toBeVisible();
    await clickButton(row(1), /^Reject/);
    await reason.fill('  ');
    await question.getByRole('button', { name: 'Reject' }).click();
    await expect(question).toContainText('A reason is required to reject an offer.');
    expect(sent).toBe(0);
    await reason.fill('No proof');
    const { body, bearer } = await callOf(page, 'POST', /^\/api\/offers\/[^/]+\/verify$/, () =>
      question.getByRole('button', { name: 'Reject' }).click(),
    );
    expect(bearer).toBe(true);
    // The confirmed coins (docs/decisions/claims-and-manual-payments.md).
    expect(body).toEqual({
      userId: USER.uid,
      coins: 40,
      approved: false,
      verifiedBy: 'Admin',
      reason: 'No proof',
    });
    await expectExactText(page, 'Offer rejected successfully!');
    await expect(row(1)).toHaveCount(0);
    expect(await world.platform.balance(USER.uid)).toBe(0);
  });

  // covers 001-6.2 001-7.9
  await test.step('credits the coins on approval', async () => {
    const { body } = await callOf(page, 'POST', /^\/api\/offers\/[^/]+\/verify$/, async () => {
      await clickButton(row(0), /^Approve/);
      await question.getByRole('button', { name: 'Approve' }).click();
    });
    expect(body).toEqual({ userId: USER.uid, coins: 250, approved: true, verifiedBy: 'Admin' });
    await expectText(page, `Offer approved: 250 coins credited to ${USER.name}.`);
    await expect(row(0)).toHaveCount(0);
    expect(await world.platform.balance(USER.uid)).toBe(250);
  });

  await test.step('says that no claims match', async () => {
    await openPath(page, '/verify-offer?search=nobody');
    await expectText(page, 'No pending offers match.');
  });

  await test.step('credits the rest of the reward for an approved claim and shows it in the evidence', async () => {
    const offer = await makeTrackedOffer(world, 'Claimed Halfway', [event('deposit', 60), event('register', 40)]);
    const uid = `of-${offer.id}`;
    const paid = await offer.convert('register');
    const late = await world.platform.createClick({ uid, offerId: offer.id });
    expect((await world.platform.claimOffer({ uid, offerId: offer.id })).status).toBe(200);
    await test.step('explains the partial credit in the notice', async () => {
      await openPath(page, '/verify-offer');
      const row = page.getByRole('row').filter({ hasText: offer.title });
      await row.getByRole('button', { name: /^Approve/ }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('minus the coins that the user’s clicks of this offer have earned');
      await question.getByRole('button', { name: 'Approve' }).click();
      await expectText(
        page,
        'Offer approved: 60 coins of 100 coins credited to Ravi Kumar. Their clicks of this offer had already earned the rest.',
      );
      expect(await world.platform.balance(uid)).toBe(100);
    });

    await test.step('shows both credits of a click that earned coins', async () => {
      await openPath(page, `/clicks/${paid}`);
      await expect(page.getByText('An approved claim credited 60 coins more.')).toBeVisible();
    });

    await test.step('pays nothing for a late postback and names the claim that paid', async () => {
      await openPath(page, `/clicks/${late}`);
      await expect(page.getByText('Paid by an approved claim: 60 coins')).toBeVisible();
      expect((await fetch(offer.urls['deposit']!.url.replace('{click_id}', late))).status).toBe(200);
      expect(await world.platform.balance(uid)).toBe(100);
      await page.reload();
      const timeline = page.getByRole('region', { name: 'Timeline' });
      await expect(timeline.getByRole('heading', { name: 'Approved claim' })).toBeVisible();
      await expect(timeline).toContainText('An approved claim paid for this offer');
      await expect(timeline).toContainText('The offer was already paid by an approved claim.');
    });
  });
});
