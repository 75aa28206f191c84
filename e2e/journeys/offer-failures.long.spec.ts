import type { Route } from '@playwright/test';
import { createOffer, deleteOffer } from '@muneem/contract/offers';
import { offerBody } from '../support/offer-body.ts';
import {
  ABORT,
  answer,
  callOf,
  closeNotice,
  during,
  expectExactText,
  failSilently,
  refuse,
} from '../support/answers.ts';
import { press, typeInto } from '../support/keyboard.ts';
import { openPath } from '../support/open-path.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

const OFFER = offerBody('Meets every failure', { coins: 20, type: 'video', customClickIdParams: ['tid'] });

async function makeOffer(world: TestWorld) {
  const admin = await world.signIn();
  const { offer } = await admin.call(createOffer, { body: OFFER });
  return { id: offer._id, remove: () => admin.call(deleteOffer, { params: { id: offer._id } }) };
}

const WORDS = 'Something went wrong on our side: reference 7f3a.';

// covers 000-2.16
test('reports offer failures with the specified texts', async ({ page, world }) => {
  allowConsoleErrors();
  const { id, remove } = await makeOffer(world);
  await signIn(page, world);
  await openPath(page, '/regular-offers');
  const lists = '**/api/offers/{prime,regular}*';

  // covers 000-2.21 000-2.26
  await test.step('shows a card of each list, and empty lists', async () => {
    const card = page.getByRole('listitem').filter({ hasText: OFFER.title });
    await expect(card.getByText('Video', { exact: true })).toBeVisible();
    const empty = { success: true, offers: [], total: 0, totalOffers: 0, page: 1, limit: 60 };
    await during(page, lists, answer(empty), async () => {
      for (const kind of ['prime', 'regular']) {
        await openPath(page, `/${kind}-offers`);
        await expectExactText(page, `No ${kind} offers available`);
        await expect(page.getByText('0 of 0 offers')).toBeVisible();
        await openPath(page, `/${kind}-offers?search=x`);
        await expectExactText(page, `No matching ${kind} offers found`);
      }
      await openPath(page, '/');
      await expectExactText(page, 'No prime offers found. Add some to get started.');
      await expectExactText(page, 'No regular offers found. Add some to get started.');
    });
    // All offers of page 2 were deleted meanwhile. Those of page 1 still match.
    await during(page, lists, answer({ ...empty, total: 60, totalOffers: 61, page: 2 }), async () => {
      for (const [kind, filter, status] of [
        ['prime', '&status=active', 'active'],
        ['regular', '', 'all'],
      ] as const) {
        await openPath(page, `/${kind}-offers?page=2${filter}`);
        await expectExactText(page, 'This page is empty');
        await expect(page.getByText(`No matching ${kind} offers found`)).toHaveCount(0);
        const first = page.getByRole('button', { name: 'Go to page 1' });
        await callOf(page, 'GET', `/api/offers/${kind}`, () => first.click(), { page: '1', status });
      }
    });
  });

  // covers 000-8.9
  await test.step('reports a list that cannot be loaded', async () => {
    await during(page, lists, ABORT, async () => {
      for (const kind of ['prime', 'regular']) {
        await openPath(page, `/${kind}-offers`);
        await expectExactText(page, `Failed to load ${kind} offers. Please try again later.`);
        await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
      }
    });
  });

  // covers 000-8.9
  await test.step('shows the server’s message below the fixed text of a refused list', async () => {
    const failure = page.getByRole('alert');
    const refused = refuse(WORDS, 500);
    for (const kind of ['prime', 'regular']) {
      await during(page, lists, refused, async () => {
        await openPath(page, `/${kind}-offers`);
        await expect(failure.locator('p')).toHaveText(`Failed to load ${kind} offers. Please try again later.`);
        await expect(failure.locator('p + div').first()).toHaveText(WORDS);
      });
    }
    // The loaded cards stay below the error.
    const card = page.getByRole('listitem').filter({ hasText: OFFER.title });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(card).toBeVisible();
    await during(page, lists, refused, async () => {
      await card.getByRole('switch').click({ force: true });
      await expect(failure.locator('p')).toHaveText('Failed to load regular offers. Please try again later.');
      await expect(failure.locator('p + div').first()).toHaveText(WORDS);
      await expect(card).toBeVisible();
    });
  });

  // covers 000-8.10
  await test.step('shows the fixed text and the state of an offer that cannot be deleted', async () => {
    await openPath(page, '/regular-offers');
    await page.getByRole('button', { name: `Delete ${OFFER.title}` }).click();
    const dialog = page.getByRole('alertdialog');
    for (const [how, why] of [
      [refuse(WORDS), WORDS],
      [answer({ success: false, message: WORDS }), WORDS],
      [ABORT, 'Network error'],
      [refuse(WORDS, 500), WORDS],
    ] as const) {
      const deletion = (route: Route) => (route.request().method() === 'DELETE' ? how(route) : route.continue());
      await during(page, `**/api/offers/${id}`, deletion, async () => {
        await dialog.getByRole('button', { name: 'Delete offer' }).click();
        await expect(dialog.getByRole('alert')).toHaveText(`Failed to delete offer. Please try again.\n${why}`);
      });
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  // covers 000-2.40 000-8.12
  await test.step('returns to the dashboard if an offer cannot be loaded', async () => {
    await during(page, `**/api/offers/${id}`, ABORT, async () => {
      await openPath(page, `/edit-offer/${id}`);
      await expectExactText(page, 'Failed to load offer details. Redirecting to dashboard.');
      await closeNotice(page);
      await expect(page).toHaveURL(/\/$/);
    });
  });

  // covers 000-2.38 000-6.8 000-8.11
  await test.step('keeps the typed values if an offer cannot be saved', async () => {
    await openPath(page, `/add-offer?from=${id}`);
    const title = page.getByLabel('Title').first();
    await expect(title).toHaveValue(`Copy of ${OFFER.title}`);
    await page.route('**/api/offers', refuse('The ledger is locked'));
    await page.getByRole('button', { name: 'Create Offer' }).click();
    await expectExactText(page, 'Failed to create offer: The ledger is locked');
    await expect(title).toHaveValue(`Copy of ${OFFER.title}`);
    const atFields = {
      'steps.0.title': 'This step is forbidden here.',
      'events.0.eventName': 'This event is taken.',
      title: 'There is one.',
    };
    await page.route('**/api/offers', (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, code: 'validation_failed', message: 'Two of three', errors: atFields },
      }),
    );
    await page.getByRole('button', { name: 'Create Offer' }).click();
    await expectExactText(page, 'Failed to create offer: Two of three');
    const form = page.getByRole('form');
    const titles = form.getByRole('textbox', { name: 'Title' });
    await expect(titles.nth(0)).toHaveAccessibleDescription(new RegExp(atFields.title));
    await expect(titles.nth(1)).toHaveAccessibleDescription(new RegExp(atFields['steps.0.title']));
    await expect(form.getByLabel('Event Name')).toHaveAccessibleDescription(new RegExp(atFields['events.0.eventName']));
    await expect(titles.nth(1)).toBeFocused();
    await page.unroute('**/api/offers');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/$/);
    await openPath(page, `/edit-offer/${id}`);
    await page.getByLabel('Coins').fill('25');
    await page.route(`**/api/offers/${id}`, (route) =>
      route.request().method() === 'PUT' ? refuse('Not today')(route) : route.continue(),
    );
    await page.getByRole('button', { name: 'Update Offer' }).click();
    await expectExactText(page, 'Failed to update offer: Not today');
    await expect(page.getByLabel('Coins')).toHaveValue('25');
  });

  await remove();
});

test('reports the result of each parameter name in a banner', async ({ page, world }) => {
  allowConsoleErrors();
  const { id, remove } = await makeOffer(world);
  const calls = '**/api/offers/*/custom-click-params**';
  await signIn(page, world);
  const names = page.getByLabel('Parameter names');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  const addTyped = async (text: string) => {
    await names.fill(text);
    await add.click();
  };
  await openPath(page, `/edit-offer/${id}`);

  // covers 000-2.33 000-5.17 000-5.19 000-8.13
  await test.step('validates names and sends one request for each', async () => {
    await add.click();
    await expectExactText(page, 'Parameter name cannot be empty');
    await addTyped('a b');
    await expectExactText(
      page,
      'Parameter "a b" is invalid. Only letters, numbers, underscores, and hyphens are allowed.',
    );
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('custom-click-params'))
        sent.push(request.postDataJSON());
    });
    await addTyped('one, two');
    await expectExactText(page, 'Successfully added 2 parameters');
    expect(sent).toEqual([{ parameterName: 'one' }, { parameterName: 'two' }]);
    await addTyped('two, three');
    await expectExactText(page, 'Added 1 parameters. Errors: Parameter "two" already exists');
  });

  await test.step('adds and removes a name by keyboard only', async () => {
    const added = page.getByRole('button', { name: 'Remove parameter typed' });
    await names.fill('');
    await typeInto(page, names, 'typed');
    await press(page, add);
    await expect(added).toBeVisible();
    await press(page, added, 'Enter', 'Shift+Tab');
    await expect(added).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove parameter three' })).toBeVisible();
    await expect(added).toHaveCount(0);
  });

  // covers 000-8.13
  await test.step('reports a refusal without a message and a missing response', async () => {
    for (const [how, notAdded, notRemoved] of [
      [failSilently(), 'Failed to add parameter', 'Failed to remove parameter'],
      [ABORT, 'Error adding parameter(s)', 'Error removing parameter'],
    ] as const)
      await during(page, calls, how, async () => {
        await addTyped('four');
        await expectExactText(page, notAdded);
        await page.getByRole('button', { name: 'Remove parameter one' }).click();
        await expectExactText(page, notRemoved);
      });
  });

  // covers 000-6.11 000-8.13
  await test.step('reports success: false with and without a message', async () => {
    const remove = page.getByRole('button', { name: 'Remove parameter one' });
    const refused = { success: false, customClickIdParams: ['four'] };
    for (const [act, reason, fixed] of [
      [() => addTyped('four'), 'There are too many', 'Failed to add parameter'],
      [() => remove.click(), 'One is in use', 'Failed to remove parameter'],
    ] as const) {
      for (const [json, text] of [
        [{ ...refused, message: reason }, reason],
        [refused, fixed],
      ] as const) {
        await during(page, calls, answer(json), async () => {
          await act();
          await expectExactText(page, text);
        });
        await expect(remove).toBeVisible();
        await expect(page.getByRole('button', { name: 'Remove parameter four' })).toHaveCount(0);
      }
    }
  });

  // covers 000-6.11 000-8.13
  await test.step('reports parameters that cannot be loaded', async () => {
    const refused = { success: false, customClickIdParams: [] };
    for (const [how, ...texts] of [
      [failSilently(), 'Failed to load custom parameters'],
      [ABORT, 'Error loading custom parameters'],
      [answer({ ...refused, message: 'Locked for now' }), 'Failed to load custom parameters', 'Locked for now'],
      [answer(refused), 'Failed to load custom parameters'],
    ] as const)
      await during(page, calls, how, async () => {
        await openPath(page, `/edit-offer/${id}`);
        for (const text of texts) await expectExactText(page, text);
      });
  });

  await remove();
});
