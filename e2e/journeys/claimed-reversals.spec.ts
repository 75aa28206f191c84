import { verifyOfferClaim } from '@muneem/contract/offer-claims';
import { deleteOffer } from '@muneem/contract/offers';
import { createPlatformClient } from '@muneem/sandbox/product';
import { ABORT, during, refuse } from '../support/answers.ts';
import { allowConsoleErrors, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { PLATFORM_KEY } from '../support/world.ts';

test('shows a reversal of a claimed offer on the dashboard until an admin records a decision', async ({
  page,
  world,
}) => {
  allowConsoleErrors();
  const admin = await world.signIn();
  const offer = await makeTrackedOffer(admin, world, 'Claimed and reversed', [
    { eventName: 'install', eventPayout: 40, eventCap: 100 },
  ]);
  const platform = createPlatformClient({ url: world.product.url, key: PLATFORM_KEY });
  const { body } = await platform.claimOffer({ uid: `of-${offer.id}`, offerId: offer.id });
  const { claimId } = body['claim'] as { claimId: string };
  await admin.call(verifyOfferClaim, { params: { id: claimId }, body: { approved: true } });
  const clickId = await offer.convert('install');

  await signIn(page, world);
  await page.goto('/clicks');
  const list = page.getByRole('region', { name: 'Reversals of claimed offers', exact: true });
  await expect(list.getByText('No decisions needed')).toBeVisible();

  const reversal = await fetch(`${offer.urls['install']!.url.replace('{click_id}', clickId)}&status=chargeback`);
  expect(reversal.status).toBe(200);
  await page.goto('/');
  const waiting = page.getByRole('region', { name: 'Needs attention now' });
  await waiting.getByRole('link', { name: '1 reversal of a claimed offer' }).click();
  await expect(page).toHaveURL('/clicks');
  const row = list.getByRole('row').filter({ hasText: 'Claimed and reversed' });
  await expect(row).toContainText('Ravi Kumar');
  await expect(row).toContainText('install');
  await expect(row).toContainText('100');
  await expect(list).toContainText('1 event, 100 coins');
  await expectAccessible(page, 'the reversals of claimed offers');
  await expectNoSidewaysScroll(page, 'the reversals of claimed offers');

  await test.step('links to the claim and the click', async () => {
    await row.getByRole('link', { name: 'Evidence of the click' }).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('install was reversed');
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
      `${claimId} credited 100 coins, which stay until an admin decides`,
    );
    await page.goBack();
    await row.getByRole('link', { name: `History of claim ${claimId}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Audit/);
    await expect(page.getByRole('row').filter({ hasText: claimId })).not.toHaveCount(0);
    await page.goBack();
  });

  await test.step('records the decision and removes the reversal from the list', async () => {
    await row.getByRole('button', { name: /^Decide about install of/ }).click();
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await expect(question).toContainText(
      'had approved a claim that credited 100 coins. Your decision does not move coins.',
    );
    const reason = question.getByRole('textbox');
    await reason.fill(' ');
    await page.keyboard.press('Control+Enter');
    await expect(question).toContainText('Enter your decision.');
    await reason.fill('The user is blocked.');
    for (const [how, why] of [
      [refuse('Another admin is deciding now.'), 'Another admin is deciding now.'],
      [ABORT, 'Network error'],
    ] as const)
      await during(page, '**/api/claim-reversals/**', how, async () => {
        await page.keyboard.press('Control+Enter');
        await expect(question.getByRole('alert')).toHaveText(`The decision could not be saved: ${why}`);
        await expect(reason).toHaveValue('The user is blocked.');
      });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Decision saved')).toBeVisible();
    await expect(list.getByText('No decisions needed')).toBeVisible();
    await page.goto(`/clicks/${clickId}`);
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('The user is blocked.');
  });
  await admin.call(deleteOffer, { params: { id: offer.id } });
});
