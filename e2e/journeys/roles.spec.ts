import { changeRole, listAdmins } from '@muneem/contract/admins';
import { noRightText, rights, ROLE_NAMES, type Right, type Role } from '@muneem/contract/rights';
import { reportProblem } from '@muneem/contract/problems';
import { createSampleUser } from '@muneem/sandbox/product';
import { newAdmin } from '../support/new-admin.ts';
import { openPath } from '../support/open-path.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { ADMIN } from '../support/world.ts';

/** The right of each screen, and the buttons that only some of its readers have. */
const SCREENS: readonly (readonly [string, Right, Readonly<Record<string, Right>>?])[] = [
  ['/', rights.useAccount, { '+ New Offer': rights.changeOffers }],
  ['/users', rights.seeUsers, { 'Export Users': rights.exportUsers }],
  ['/add-offer', rights.changeOffers],
  ['/prime-offers', rights.seeOffers],
  ['/networks', rights.seeNetworks, { 'Add Network': rights.changeNetworks }],
  ['/verify-withdrawals', rights.seeWithdrawals],
  ['/payouts', rights.seePayouts],
  ['/second-person', rights.seeProposals],
  ['/manual-pay', rights.seeManualPayments],
  ['/verify-offer', rights.seeOfferClaims],
  ['/problems', rights.seeProblems],
  ['/clicks', rights.seeEvidence],
  ['/contradictions', rights.seeEvidence],
  ['/settings', rights.seeSettings, { 'Save Settings': rights.changeSettings }],
  ['/smart-poll', rights.seeSmartPoll],
  ['/conversion-reports', rights.seeReports],
  ['/account', rights.useAccount],
  ['/admins', rights.seeAdmins, { 'Invite an administrator': rights.changeAdmins }],
  ['/roles', rights.seeAdmins, { 'Save as file': rights.seeAdmins }],
  ['/audit', rights.seeAudit, { Export: rights.exportAudit }],
];

for (const role of ['finance', 'offers', 'support', 'auditor'] as const satisfies readonly Role[])
  test(`shows ${ROLE_NAMES[role]} only the screens, links and buttons of its rights`, async ({ page, world }) => {
    const offer = await makeTrackedOffer(world, `Offer seen by ${role}`);
    const clickId = await offer.convert('install');
    await openSession(page, world, await newAdmin(world, { email: `${role}@muneem.example`, role }));
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));

    for (const [path, right, buttons = {}] of [
      ...SCREENS,
      [`/edit-offer/${offer.id}`, rights.seeOffers, { 'Update offer': rights.changeOffers }] as const,
      [`/postback-urls/${offer.id}`, rights.seePostbacks] as const,
      [`/clicks/${clickId}`, rights.seeEvidence] as const,
    ]) {
      const isAllowed = right.roles.includes(role);
      await openPath(page, path);
      await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
      await expect(page.getByText(noRightText(role, right)), path).toHaveCount(isAllowed ? 0 : 1);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(/\w/);
      if (!isAllowed) await expectAccessible(page.getByRole('main'), path);
      for (const [name, needed] of Object.entries(buttons))
        await expect(page.getByRole('main').getByText(name, { exact: true }), name).toHaveCount(
          needed.roles.includes(role) ? 1 : 0,
        );
      const link = page.getByRole('banner').locator(`a[href="${path}"]`);
      if (!isAllowed) await expect(link, path).toHaveCount(0);
    }
    // No screen asks for data that the role may not see.
    expect(refused).toEqual([]);
  });

test('gives open screens their new role at once, and says what it cannot do', async ({ page, world }) => {
  const email = 'moved@muneem.example';
  await openSession(page, world, await newAdmin(world, { email, role: 'support' }));
  const uid = 'moved-user';
  await createSampleUser(world.platform, uid, 'Moved');
  const body = { title: 'No coins for Moved', description: 'Nothing came.', type: 'payment' } as const;
  await world.call(reportProblem, { params: { uid }, body });
  await page.goto('/problems?search=Moved');
  const respond = page.getByRole('button', { name: 'Respond: No coins for Moved' });
  await expect(respond).toBeVisible();

  const { admins } = await world.call(listAdmins, {});
  const id = admins.find((one) => one.email === email)?.id ?? '';
  const give = (role: Role) => world.call(changeRole, { params: { id }, body: { role, password: ADMIN.password } });
  await give('auditor');
  await expect(respond).toHaveCount(0);
  await expect(page.getByText('No coins for Moved').first()).toBeVisible();
  await give('offers');
  await expect(page.getByText(noRightText('offers', rights.seeProblems))).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Support' })).toHaveCount(0);
  await give('owner');
  await expect(respond).toBeVisible();
});
