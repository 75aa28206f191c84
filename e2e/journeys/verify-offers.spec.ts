import { createOffer } from '@muneem/contract/offers';
import { createPlatformClient } from '@muneem/sandbox/product';
import { offerBody } from '../support/offer-body.ts';
import { ABORT, answer, callOf, during, refuse, said, expectExactText, failSilently } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { allowConsoleErrors, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { PLATFORM_KEY, type TestWorld } from '../support/world.ts';
import { avoidMidnight } from '../support/avoid-midnight.ts';

const USER = { uid: 'claimer-1', name: 'Farah Naqvi', email: 'farah@mail.example', phone: '', gender: 'Female' };
const OFFERS = [
  { title: 'Claimed Prime', type: 'prime', coins: 250 },
  { title: 'Claimed Video', type: 'video', coins: 40 },
] as const;

const CLAIM = {
  id: 'clm_1',
  offerId: 'ofr_1',
  title: 'Mocked Prime',
  offerType: 'prime',
  coins: 250,
  userId: USER.uid,
  userName: USER.name,
  date: '2026-11-20T19:00:00.000Z',
};
/** 21 Nov 2026, 10:26 am */
const SUBMITTED = /\d{2} \w{3,4} \d{4}, \d{1,2}:\d{2} [ap]m/;

/** Farah claims both offers. */
async function claimBoth(world: TestWorld): Promise<string[]> {
  const admin = await world.signIn();
  const platform = createPlatformClient({ url: world.product.url, key: PLATFORM_KEY });
  await platform.createUser(USER);
  const ids: string[] = [];
  for (const { title, type, coins } of OFFERS) {
    const { offer } = await admin.call(createOffer, {
      body: offerBody(title, { coins, type }),
    });
    ids.push(offer._id);
    await expect.poll(async () => (await platform.claimOffer({ uid: USER.uid, offerId: offer._id })).status).toBe(200);
  }
  return ids;
}

// covers 001-1.2
test('finds claims, rejects with a reason, approves once and reports failures', async ({ page, world }) => {
  allowConsoleErrors();
  const platform = createPlatformClient({ url: world.product.url, key: PLATFORM_KEY });
  await signIn(page, world);
  const search = page.getByRole('searchbox', { name: 'Search by title, offer id, user id or user name' });
  const row = (index: number) => page.getByRole('row').filter({ hasText: OFFERS[index]!.title });
  const question = page.getByRole('alertdialog');

  // covers 001-2.14
  await test.step('shows an empty list', async () => {
    const none = answer({ success: true, offers: [], total: 0, page: 1, limit: 50 });
    await during(page, '**/api/offers/pending*', none, async () => {
      await openPath(page, '/verify-offer');
      await expectExactText(page, 'No pending offers found. Users need to complete offers to appear here.');
    });
  });

  // covers 001-2.13 001-3.6 001-7.8
  await test.step('shows each column of a bare array', async () => {
    const claims = [
      CLAIM,
      { ...CLAIM, id: 'clm_2', offerId: 'ofr_2', title: 'Mocked Regular', offerType: 'regular', coins: 40 },
    ];
    await during(page, '**/api/offers/pending*', answer(claims), async () => {
      await openPath(page, '/verify-offer');
      await said(page, '2 of 2 pending offers');
      for (const [index, shown] of [
        ['ofr_1', 'Mocked Prime', 'Prime', '250 coins'],
        ['ofr_2', 'Mocked Regular', 'Regular', '40 coins'],
      ].entries()) {
        const cells = page.locator('tbody tr').nth(index).getByRole('cell');
        for (const [at, text] of [...shown, `${USER.name}${USER.uid}`, '21 Nov 2026, 12:30 am'].entries())
          await expect(cells.nth(at)).toContainText(text);
        for (const name of [/^Approve/, /^Reject/])
          await expect(cells.nth(6).getByRole('button', { name })).toBeVisible();
      }
    });
  });
  await avoidMidnight();
  const offerIds = await claimBoth(world);

  // covers 001-2.13 001-3.6
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
      await expect(row(index).locator('span[data-color]')).toHaveText(badge);
      for (const name of ['Approve', 'Reject'])
        await expect(cell(index, 'Approve').getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(1);
    }
    await expectAccessible(page, 'Verify Offers');
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
      else {
        const asked = page.waitForRequest((request) => {
          const { pathname, searchParams } = new URL(request.url());
          return pathname === '/api/offers/pending' && searchParams.get('period') === period;
        });
        await press();
        await asked;
      }
      await expect(page.getByRole('radio', { name: label })).toBeChecked();
      await expect(page).toHaveURL(period === 'all' ? /\/verify-offer$/ : new RegExp(`period=${period}`));
      await expect(row(0)).toBeVisible();
    }
  });

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
        await row(1)
          .getByRole('button', { name: /^Approve/ })
          .click();
        await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
        await question.getByRole('button', { name: 'Approve' }).click();
        await failed(why);
        await question.getByRole('button', { name: 'Cancel' }).click();
        await row(1)
          .getByRole('button', { name: /^Reject/ })
          .click();
        await question.getByRole('textbox').fill('No proof at all');
        await question.getByRole('button', { name: 'Reject' }).click();
        await failed(why);
        await expect(question.getByRole('textbox')).toHaveValue('No proof at all');
        await question.getByRole('button', { name: 'Cancel' }).click();
      });
    }
    await expect(row(1)).toBeVisible();
  });

  // covers 001-5.4 001-7.9
  await test.step('requires a reason with a default text; Cancel aborts', async () => {
    await row(1)
      .getByRole('button', { name: /^Reject/ })
      .click();
    const reason = question.getByRole('textbox');
    let sent = 0;
    page.on('request', (request) => void (sent += Number(request.url().endsWith('/verify'))));
    await expect(reason).toHaveValue('The verification requirements were not met.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(row(1)).toBeVisible();
    await row(1)
      .getByRole('button', { name: /^Reject/ })
      .click();
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
    expect(await platform.balance(USER.uid)).toBe(0);
  });

  // covers 001-6.2 001-7.9
  await test.step('credits the coins on approval', async () => {
    const { body } = await callOf(page, 'POST', /^\/api\/offers\/[^/]+\/verify$/, async () => {
      await row(0)
        .getByRole('button', { name: /^Approve/ })
        .click();
      await question.getByRole('button', { name: 'Approve' }).click();
    });
    expect(body).toEqual({ userId: USER.uid, coins: 250, approved: true, verifiedBy: 'Admin' });
    await said(page, `Offer approved: 250 coins credited to ${USER.name}.`);
    await expect(row(0)).toHaveCount(0);
    expect(await platform.balance(USER.uid)).toBe(250);
  });

  // covers 001-8.9
  await test.step('reports a failed list, and no matches', async () => {
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
    await openPath(page, '/verify-offer?search=nobody');
    await said(page, 'No pending offers match.');
  });
});
