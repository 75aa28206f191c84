import { createOffer, deleteOffer } from '@muneem/contract/offers';
import { offerBody } from '../support/offer-body.ts';
import { answer, callOf, during, expectExactText, refuse } from '../support/answers.ts';
import { press, typeInto } from '../support/keyboard.ts';
import { openPath } from '../support/open-path.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import type { TestWorld } from '../support/world.ts';

const OFFER = offerBody('Meets every failure', { coins: 20, type: 'video', customClickIdParams: ['tid'] });

async function makeOffer(world: TestWorld) {
  const { offer } = await world.call(createOffer, { body: OFFER });
  return { id: offer._id, remove: () => world.call(deleteOffer, { params: { id: offer._id } }) };
}

const WORDS = 'Something went wrong on our side: reference 7f3a.';

// covers 000-2.16
test('shows empty offer lists and keeps what was loaded or typed', async ({ page, world }) => {
  allowConsoleErrors();
  const { id, remove } = await makeOffer(world);
  await signIn(page, world, '/regular-offers');
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
  await test.step('keeps the loaded cards below the error of a refused list', async () => {
    const failure = page.getByRole('alert');
    await openPath(page, '/regular-offers');
    const card = page.getByRole('listitem').filter({ hasText: OFFER.title });
    await during(page, lists, refuse(WORDS, 500), async () => {
      await card.getByRole('switch').click({ force: true });
      await expect(failure.locator('p')).toHaveText('Failed to load regular offers. Please try again later.');
      await expect(failure.locator('p + div').first()).toHaveText(WORDS);
      await expect(card).toBeVisible();
    });
  });

  // covers 000-2.38 000-6.8 000-8.11
  await test.step('shows the server’s messages at their fields', async () => {
    await openPath(page, `/add-offer?from=${id}`);
    const title = page.getByLabel('Title').first();
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
  });

  await remove();
});

test('reports the result of each parameter name in a banner', async ({ page, world }) => {
  allowConsoleErrors();
  const { id, remove } = await makeOffer(world);
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

  await remove();
});
