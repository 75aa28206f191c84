import { addCustomClickParam, deleteOffer } from '@muneem/contract/offers';
import { openPath } from '../support/open-path.ts';
import { PROTECTED } from '../support/routes.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectOneScrollArea,
  signIn,
  test,
} from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';

// covers 000-1.6 000-2.28 001-2.3 001-2.25
test('opens every screen without console errors, on a phone and accessibly in light and dark', async ({
  page,
  world,
}) => {
  await signIn(page, world);
  const offer = await makeTrackedOffer(world, 'Offer on every screen');
  await offer.addPostback({});
  const clickId = await offer.convert('install');
  await world.call(addCustomClickParam, { params: { id: offer.id }, body: { parameterName: 'sub_id' } });
  const screens = [
    ['/', 'Dashboard'],
    ['/users', 'User Management'],
    ['/add-offer', 'Create New Offer'],
    [`/edit-offer/${offer.id}`, 'Edit Offer'],
    ['/prime-offers', 'Prime Offers'],
    ['/regular-offers', 'Regular Offers'],
    ['/networks', 'Networks'],
    ['/verify-withdrawals', 'Verify Withdrawals'],
    ['/verify-withdrawals?history=1', 'Verify Withdrawals'],
    ['/payouts', 'Payouts'],
    ['/manual-pay', 'Manually pay coin to clicks'],
    ['/manual-pay?history=1', 'Manually pay coin to clicks'],
    ['/verify-offer', 'Verify Offers'],
    ['/problems', 'User Problems'],
    [`/postback-urls/${offer.id}`, 'Postback Management'],
    [`/postback-urls/${offer.id}?tab=custom`, 'Postback Management'],
    [`/postback-urls/${offer.id}?tab=analytics`, 'Postback Management'],
    [`/postback-urls/${offer.id}?tab=log`, 'Postback Management'],
    [`/postback-urls/${offer.id}?tab=log&direction=outbound`, 'Postback Management'],
    ['/clicks', 'Evidence'],
    ['/contradictions', 'Contradictions'],
    [`/clicks/${clickId}`, 'Click'],
    ['/settings', 'System Settings'],
    ['/second-person', 'Waiting for a second person'],
    ['/smart-poll', 'Smart Poll Manager'],
    ['/conversion-reports', 'Conversion Reports'],
    ['/account', 'Your account'],
    ['/admins', 'Administrators'],
    ['/roles', 'Who may do what'],
    ['/audit', 'Audit log'],
  ] as const;
  const opened = screens.map(([path]) => path.replace(/\?.*/, '').replace(offer.id, '$id').replace(clickId, '$id'));
  expect(new Set(opened)).toEqual(new Set(PROTECTED));
  for (const [path, title] of screens) {
    // first-screen.spec.ts loads each screen at its own URL.
    await openPath(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
    // The live stream keeps the network busy. Loaded means that no placeholder is left.
    await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
    // The bar is the same on every screen.
    await expectAccessible(path === '/' ? page : page.getByRole('main'), path);
    await expectNoSidewaysScroll(page, path);
    await expectOneScrollArea(page, path);
  }
  await world.call(deleteOffer, { params: { id: offer.id } });
});
