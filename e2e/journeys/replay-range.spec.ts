import { deleteOffer, getOffer, updateOffer } from '@muneem/contract/offers';
import { openPath } from '../support/open-path.ts';
import { expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

const POSTBACKS = 203;

test('replays more than 200 postbacks in parts until none remain', async ({ page, world }) => {
  await signIn(page, world);
  const install = { eventName: 'install', eventPayout: 1, eventCap: 1_000 };
  const { id, urls } = await makeTrackedOffer(world, 'A long night without an event', [install]);
  const bonus = urls['install']!.url.replace('/install?', '/bonus?');
  const refuseOne = async (): Promise<void> => {
    const clickId = await world.platform.createClick({ uid: `of-${id}`, offerId: id });
    expect((await fetch(bonus.replace('{click_id}', clickId))).status).toBe(422);
  };
  // Seven at a time: the server refuses too many at once.
  for (let sent = 0; sent < POSTBACKS; sent += 7) await Promise.all(Array.from({ length: 7 }, refuseOne));
  await openPath(page, `/postback-urls/${id}?tab=log&verdict=event_unknown`);
  const replayAll = page.getByRole('button', { name: 'Replay all that match...' });
  const dialog = page.getByRole('dialog', { name: 'Replay postbacks' });
  await test.step('does not replay while nothing would be approved', async () => {
    await replayAll.click();
    await expect(dialog.getByText('A replay would approve none of these postbacks')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Replay 200 postbacks' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  const { title, description, coins, requirements, trackingUrl, steps, events } = await world.call(getOffer, {
    params: { id },
  });
  const body = {
    title,
    description,
    coins,
    type: 'install' as const,
    requirements,
    trackingUrl,
    steps,
    events: [...events, { ...install, eventName: 'bonus', eventPayout: 2 }],
  };
  await world.call(updateOffer, { params: { id }, body });

  await openPath(page, `/postback-urls/${id}?tab=log&verdict=event_unknown`);
  await replayAll.click();
  const next = dialog.getByRole('button', { name: 'Preview the next ones' });
  await expect(dialog.getByRole('row')).toHaveCount(200 + 1);
  await expect(dialog).toContainText('More than 200 postbacks match. Replay these first, then the next ones.');
  await expect(next).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Replay 200 postbacks' }).click();
  await expect(dialog.getByText('Replayed: 200 approved, 400 coins, ₹400.00.')).toBeVisible({ timeout: 60_000 });

  await next.click();
  await expect(dialog.getByRole('row')).toHaveCount(POSTBACKS - 200 + 1);
  await expect(dialog).not.toContainText('More than 200 postbacks match');
  await dialog.getByRole('button', { name: 'Replay 3 postbacks' }).click();
  await expect(dialog.getByText('Replayed: 3 approved, 6 coins, ₹6.00.')).toBeVisible();
  await expect(next).toHaveCount(0);
  expect(await world.platform.balance(`of-${id}`)).toBe(2 * POSTBACKS);
  await world.call(deleteOffer, { params: { id } });
});
