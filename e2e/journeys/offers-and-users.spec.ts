import type { Page } from '@playwright/test';
import { createOffer, getOffer, updateOffer } from '@muneem/contract/offers';
import { closeNotice, downloadOf, expectText } from '../support/answers.ts';
import { offerBody } from '../support/offer-body.ts';
import { openPath } from '../support/open-path.ts';
import { person } from '../support/person.ts';
import { hidePage } from '../support/page-visibility.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

const OFFER = offerBody('Video of the day', { coins: 40, type: 'video' });

const dialog = (page: Page, text: string) => page.getByRole('alertdialog').filter({ hasText: text });

/** Removes the browser's log of these expected refusals. */
function forgive(complaints: string[], ...statuses: readonly number[]): void {
  const kept = complaints.filter((text) => !statuses.some((status) => text.includes(`status of ${status} `)));
  complaints.splice(0, complaints.length, ...kept);
}

// covers 000-2.20 000-2.30
test('keeps typed values after refusals and conflicts, then deletes the offer', async ({ page, world, complaints }) => {
  const { offer } = await world.call(createOffer, {
    body: { ...OFFER, title: 'Video of the day', customClickIdParams: ['tid'] },
  });
  await signIn(page, world, '/regular-offers');
  await page.getByPlaceholder('Search by title, description or type...').fill('video of');
  // Previous journeys have left offers.
  await expect(page.getByText(/^1 of \d+ offers?$/)).toBeVisible();
  await expect(page).toHaveURL(/search=video/);
  await page.getByRole('link', { name: 'Edit Video of the day' }).click();

  const form = page.getByRole('form', { name: 'Edit Offer' });
  await expect(form.getByLabel('Coins')).toHaveValue('40');
  for (const name of ['Regular', 'Prime']) await expect(form.getByRole('radio', { name })).toBeDisabled();
  await expect(form.getByRole('radio', { name: 'Regular' })).toBeChecked();

  await test.step('rejects an unsupported image type at its field', async () => {
    const bmp =
      '424d3a0000000000000036000000280000000100000001000000010018000000000004000000' + '0'.repeat(32) + '0000ff00';
    const file = { name: 'icon.bmp', mimeType: 'image/bmp', buffer: Buffer.from(bmp, 'hex') };
    await form.locator('input[type=file]').setInputFiles(file);
    await form.getByLabel('Title').first().fill('Video of the week');
    await expect(form.getByText('Please select an image file (jpg, png, etc.)')).toBeVisible();
  });

  // covers 000-2.43
  await test.step('asks before leaving with changes', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
    await dialog(page, 'Your changes on this page are not saved.').getByRole('button', { name: 'Stay' }).click();
    await expect(form.getByLabel('Title').first()).toHaveValue('Video of the week');
  });

  // covers 000-2.43
  await test.step('shows another admin’s changes before replacing them', async () => {
    await world.call(updateOffer, {
      params: { id: offer._id },
      body: {
        ...OFFER,
        title: 'Video of the day',
        description: 'Long words. '.repeat(30),
        coins: 90,
        isActive: false,
        events: [{ _id: offer.events[0]!._id, eventName: 'install', eventPayout: 150, revenue: 200 }],
      },
    });
    await form.getByRole('button', { name: 'Update offer' }).click();
    const conflict = dialog(page, 'This offer was saved while you edited it');
    await expect(conflict.getByRole('row', { name: 'Coins 40 90' })).toBeVisible();
    await expect(conflict.getByRole('row', { name: 'Active Yes No' })).toBeVisible();
    await expect(conflict.getByRole('row', { name: /^Event Management/ })).toHaveText(
      /install ₹150\.00, cap \d.*install ₹150\.00, revenue ₹200\.00, cap \d/,
    );
    const label = await conflict.getByRole('rowheader', { name: 'Coins' }).boundingBox();
    expect(label!.height, 'one line').toBeLessThan(40);
    await conflict.getByRole('button', { name: 'Save mine' }).click();
    await expectText(page, 'Offer updated successfully!');
    await closeNotice(page);
    await expect(page).toHaveURL(/\/$/);
    forgive(complaints, 409);
    const saved = await world.call(getOffer, { params: { id: offer._id } });
    expect(saved).toMatchObject({ title: 'Video of the week', coins: 40, version: 3, customClickIdParams: ['tid'] });
  });

  // covers 000-8.10
  await test.step('confirms by name, deletes and removes the offer from the list', async () => {
    await page.getByRole('button', { name: 'Delete Video of the week' }).click();
    const confirm = dialog(page, 'Are you sure you want to delete "Video of the week"? This action cannot be undone.');
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await confirm.getByRole('button', { name: 'Delete offer' }).click();
    await expectText(page, 'Offer deleted successfully');
    await closeNotice(page);
    await expect(page.getByRole('button', { name: 'Delete Video of the week' })).toHaveCount(0);
  });

  await test.step('reports a deleted offer in its form and returns to the dashboard', async () => {
    await openPath(page, `/edit-offer/${offer._id}`);
    await expectText(page, 'Failed to load offer details. Redirecting to dashboard.');
    await closeNotice(page);
    await expect(page).toHaveURL(/\/$/);
    forgive(complaints, 404);
  });

  await test.step('reports a deleted offer once on its postback screen', async () => {
    await openPath(page, `/postback-urls/${offer._id}`);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'This offer no longer exists.Go to the dashboard',
    );
    await expect(page.getByRole('tab')).toHaveCount(0);
    await page.getByRole('button', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL(/\/$/);
    forgive(complaints, 404);
  });
});

// covers 000-users.1 000-users.2 000-users.6 000-users.9 000-users.12
test('finds users while typing, opens them by URL, exports and deletes them', async ({ page, world }) => {
  for (const name of ['Meera Iyer', '=HYPERLINK("x")', 'Kabir Das']) {
    const uid = `list-${name.slice(0, 3).toLowerCase()}`;
    const email = `${uid.replace('=', 'eq')}@mail.example`;
    await world.platform.createUser(person(uid, name, { email, phone: '+919000054321' }));
  }
  await signIn(page, world, '/users');
  await page.getByPlaceholder('Search by name, email, phone or ID...').fill('LIST-');
  await expect(page.getByRole('status').filter({ hasText: /^3 of \d+ users$/ })).toBeVisible();

  const exported = async (format: string): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Export Users' }).click();
    const { name, file } = await downloadOf(page, () => page.getByRole('menuitem', { name: format }).click());
    expect(name).toMatch(/^users-\d{4}-\d{2}-\d{2}\.(csv|xlsx)$/);
    return file;
  };
  // covers 000-users.3
  await test.step('exports the listed users in both formats', async () => {
    const csv = (await exported('CSV (.csv)')).toString('utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(4);
    expect(csv).toContain(`'=HYPERLINK`);
    const { sheets, rows } = readWorkbook(await exported('Excel (.xlsx)'));
    expect(sheets).toEqual(['Users']);
    expect(rows[0]).toEqual([
      'User ID',
      'Name',
      'Email',
      'Phone',
      'Gender',
      'Coins',
      'Completed Offers',
      'Joined On (IST)',
      'Referral Code',
      'Used Referral',
    ]);
    expect(rows.slice(1).map(([uid]) => uid)).toEqual(['list-kab', 'list-=hy', 'list-mee']);
    const meera = ['list-mee', 'Meera Iyer', 'list-mee@mail.example', '+919000054321', 'Female', 0, 0];
    expect(rows[3]?.slice(0, 7)).toEqual(meera);
    const [joinedOn, referralCode, usedReferral] = rows[3]!.slice(7);
    // Days since 1899-12-30 in Asia/Kolkata: the last hour.
    const now = (Date.now() + 5.5 * 3_600_000) / 86_400_000 + 25_569;
    expect(Math.abs(now - Number(joinedOn))).toBeLessThan(1 / 24);
    expect(referralCode).not.toBe('');
    expect(usedReferral).toBe('');
  });

  await page.getByRole('link', { name: 'View Details: Meera Iyer' }).click();
  await expect(page).toHaveURL(/user=list-mee/);
  await page.reload();
  const details = page.getByRole('dialog', { name: 'User details' });
  await expect(details.getByText('No completed offers yet')).toBeVisible();
  await details.getByRole('button', { name: 'Delete User' }).click();
  const confirm = dialog(page, 'Are you sure you want to delete user "Meera Iyer"? This action cannot be undone.');
  // A live update before the answer of the deletion must not read the deleted user again: a 404 in the console.
  await page.route('**/api/users/list-mee', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    const refreshed = page.waitForResponse(/\/api\/users\?/);
    const response = await route.fetch();
    await refreshed;
    return route.fulfill({ response });
  });
  await confirm.getByRole('button', { name: 'Delete User' }).click();
  await expect(page.getByText('User deleted successfully').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^2 of \d+ users$/ })).toBeVisible();
  await page.getByPlaceholder('Search by name, email, phone or ID...').fill('nobody at all');
  await expect(page.getByText('No matching users found')).toBeVisible();
});

test.describe('without a response', () => {
  // covers 000-8.7 000-8.8
  test('shows zeros and marked sample offers if the server is unreachable', async ({ page, world }) => {
    allowConsoleErrors();
    await page.clock.install();
    await signIn(page, world, '/');
    const failing = async (): Promise<void> => {
      for (const calls of ['**/api/offers/**', '**/api/stats'])
        await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
    };

    // covers 000-8.7
    await test.step('keeps loaded data and marks it as stale', async () => {
      await expect(page.getByRole('slider')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Prime Offers' }).locator('[aria-busy="true"]')).toHaveCount(0);
      await failing();
      const old = page.getByRole('alert').filter({ hasText: /out of date/ });
      // Triggers the refetch that runs every 10 seconds.
      await page.clock.fastForward(11_000);
      await expect(old).toHaveText([
        'The numbers could not be refreshed. The numbers below may be out of date.Retry',
        ...Array<string>(2).fill('Your offers could not be refreshed. The rows below may be out of date.Retry'),
      ]);
      await expect(page.getByText(/sample/i)).toHaveCount(0);
      await expect(page.getByText('Could not be loaded')).toHaveCount(0);
      await hidePage(page);
      await page.unrouteAll();
      for (let left = 3; left > 0; left -= 1) {
        await old.getByRole('button', { name: 'Retry' }).first().click();
        await expect(old).toHaveCount(left - 1);
      }
    });

    await failing();
    await openPath(page, '/');
    await expect(
      page.getByText('Your offers could not be loaded. These are built-in sample offers, not yours.'),
    ).toHaveCount(2);
    for (const [list, titles] of [
      ['Prime Offers', ['Sample: open a savings account', 'Sample: reach level 10 in a game']],
      ['Regular Offers', ['Sample: install an app', 'Sample: watch a video']],
    ] as const)
      await expect(page.getByRole('table', { name: `${list} (sample)` }).getByText(/^Sample: /)).toHaveText(titles);
    const totals = page.getByRole('region', { name: 'Totals' });
    await expect(totals.getByText('0', { exact: true })).toHaveCount(3);
    await expect(totals.getByText('₹0', { exact: true })).toBeVisible();
    await expect(totals.getByText('Could not be loaded')).toHaveCount(4);
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await openPath(page, '/prime-offers');
    await expect(page.getByText('Failed to load prime offers. Please try again later.')).toBeVisible();
    // The screens keep refetching. Their refusals after this point do not count.
  });
});
