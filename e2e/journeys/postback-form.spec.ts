import type { Page } from '@playwright/test';
import { listCustomPostbacks, toggleCustomPostback, updateCustomPostback } from '@muneem/contract/custom-postbacks';
import { deleteOffer } from '@muneem/contract/offers';
import { callOf } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer, type TrackedOffer } from '../support/tracked-offer.ts';

const SECRET = 'form-secret-0123456789';
/** A value for every field, none of them the default. */
const FILLED = {
  companyName: 'Singular',
  companyId: 'si-77',
  contactEmail: 'ops@singular.example',
  contactPerson: 'Nila Das',
  eventName: 'deposit',
  postbackUrl: 'https://singular.example/pb?c={click_id}',
  httpMethod: 'POST',
  bodyTemplate: '{"click":"{click_id}"}',
  priority: 7,
  retryCount: 5,
  timeout: 45_000,
};

test('starts with defaults, enforces limits and saves every field', async ({ page, world, complaints }) => {
  await signIn(page, world);
  const events = ['install', 'deposit'].map((eventName) => ({ eventName, eventPayout: 10, eventCap: 100 }));
  const offer = await makeTrackedOffer(world, 'Offer with a full postback', events);
  await openPath(page, `/postback-urls/${offer.id}?tab=custom`);
  await page.getByRole('button', { name: 'Add Postback' }).first().click();
  const form = page.getByRole('form', { name: 'Add Postback' });

  // covers 001-5.9 001-9.12
  await test.step('shows the specified defaults', async () => {
    await expect(form.getByLabel('HTTP method')).toHaveValue('GET');
    await expect(form.getByLabel('Type', { exact: true })).toHaveValue('none');
    await expect(form.getByLabel('Priority')).toHaveValue('1');
    await expect(form.getByLabel('Retry count')).toHaveValue('3');
    await expect(form.getByLabel('Timeout (ms)')).toHaveValue('10,000');
  });

  // covers 001-5.8 001-9.11
  await test.step('rejects numbers beyond the limits', async () => {
    for (const [label, values, text] of [
      ['Priority', ['0', '11'], 'Priority must be a whole number from 1 to 10'],
      ['Retry count', ['-1', '11'], 'Retry count must be a whole number from 0 to 10'],
      ['Timeout (ms)', ['999', '60001'], 'Timeout must be a whole number from 1000 to 60000 ms'],
    ] as const) {
      for (const value of values) {
        await form.getByLabel(label).fill(value);
        await form.getByRole('button', { name: 'Add Postback' }).click();
        await expect(form.getByText(text)).toBeVisible();
        await form.getByLabel(label).fill('');
        await expect(form.getByText(text)).toHaveCount(0);
      }
    }
  });

  // covers 001-2.28 001-3.16 001-7.20
  await test.step('sends every field as typed', async () => {
    await form.getByLabel('Company name').fill(FILLED.companyName);
    await form.getByRole('textbox', { name: 'Company ID' }).fill(FILLED.companyId);
    await form.getByLabel('Contact email').fill(FILLED.contactEmail);
    await form.getByLabel('Contact person').fill(FILLED.contactPerson);
    await form.getByLabel('Event type').selectOption(FILLED.eventName);
    await form.getByLabel('Postback URL').fill(FILLED.postbackUrl);
    await form.getByLabel('HTTP method').selectOption(FILLED.httpMethod);
    await form.getByLabel('JSON body').fill(FILLED.bodyTemplate);
    await form.getByLabel('Type', { exact: true }).selectOption('api_key');
    await expect(form.getByLabel('Header of the API key')).toHaveValue('X-API-Key');
    await form.getByLabel(/^API key/).fill(SECRET);
    await form.getByLabel('Header of the API key').fill('X-Partner');
    await form.getByLabel('Priority').fill(String(FILLED.priority));
    await form.getByLabel('Retry count').fill(String(FILLED.retryCount));
    await form.getByLabel('Timeout (ms)').fill(String(FILLED.timeout));
    const { body } = await callOf(page, 'POST', `/api/offers/${offer.id}/custom-postbacks`, () =>
      form.getByRole('button', { name: 'Add Postback' }).click(),
    );
    expect(body).toEqual({
      ...FILLED,
      authentication: { type: 'api_key', apiKey: SECRET, apiKeyHeader: 'X-Partner' },
    });
    await expect(form).toHaveCount(0);
  });

  // covers 001-3.16 001-7.20
  await test.step('returns the saved values with a masked secret', async () => {
    const { postbacks } = await world.call(listCustomPostbacks, { params: { id: offer.id } });
    const authentication = { type: 'api_key', apiKey: '••••••••6789', apiKeyHeader: 'X-Partner' };
    expect(postbacks).toEqual([expect.objectContaining({ ...FILLED, authentication, status: 'inactive' })]);
  });

  // covers 001-3.16
  await test.step('shows the saved values after a reload', async () => {
    await page.reload();
    const card = page.getByRole('article', { name: 'Singular, deposit' });
    for (const text of ['POST', 'Priority 7', 'Inactive']) await expect(card.getByText(text)).toBeVisible();
    await expect(card.getByLabel('Postback URL of Singular for deposit', { exact: true })).toHaveText(
      FILLED.postbackUrl,
    );
    await expect(card.locator('dl').nth(1).locator('div')).toHaveText([
      'Company IDsi-77',
      'AuthenticationAPI key••••••••6789 in X-Partner',
      'Retries5',
      'Timeout45.0 s',
      'ContactNila Das, ops@singular.example',
      'Last sentnever',
    ]);
    await card.getByRole('link', { name: 'Edit: Singular, deposit' }).click();
    const edit = page.getByRole('form', { name: 'Edit postback' });
    for (const [label, value] of [
      ['Company name', FILLED.companyName],
      ['Contact email', FILLED.contactEmail],
      ['Contact person', FILLED.contactPerson],
      ['Event type', FILLED.eventName],
      ['Postback URL', FILLED.postbackUrl],
      ['HTTP method', FILLED.httpMethod],
      ['JSON body', FILLED.bodyTemplate],
      ['Header of the API key', 'X-Partner'],
      ['Priority', '7'],
      ['Retry count', '5'],
      ['Timeout (ms)', '45,000'],
    ] as const)
      await expect(edit.getByLabel(label), label).toHaveValue(value);
    await expect(edit.getByRole('textbox', { name: 'Company ID' })).toHaveValue(FILLED.companyId);
    await expect(edit.getByLabel('Type', { exact: true })).toHaveValue('api_key');
    await expect(edit.getByLabel(/^API key/)).toHaveValue('');
  });

  await test.step('requires the secret again for another host, and a new one for another type', async () => {
    const edit = page.getByRole('form', { name: 'Edit postback' });
    const save = edit.getByRole('button', { name: 'Save changes' });
    await edit.getByLabel('Postback URL').fill('https://elsewhere.example/pb?c={click_id}');
    await save.click();
    await expect(edit.getByText('Enter it again: the URL now has another host')).toBeVisible();
    await edit.getByLabel('Postback URL').fill(FILLED.postbackUrl);
    await edit.getByLabel('Type', { exact: true }).selectOption('bearer');
    await save.click();
    await expect(edit.getByText('Token is required')).toBeVisible();
    await edit.getByLabel('Type', { exact: true }).selectOption('api_key');
  });

  await test.step('shows another admin’s changes beside the own values', async () => {
    const stored = (await world.call(listCustomPostbacks, { params: { id: offer.id } })).postbacks[0]!;
    const authentication = { type: 'api_key' as const, apiKeyHeader: 'X-Partner' };
    await world.call(updateCustomPostback, {
      params: { id: stored._id },
      body: { ...FILLED, httpMethod: 'POST', authentication, contactPerson: 'Theirs', version: stored.version },
    });
    const edit = page.getByRole('form', { name: 'Edit postback' });
    await edit.getByLabel('Contact person').fill('Mine');
    await edit.getByLabel(/^API key/).fill('another-secret-1');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('row', { name: 'Contact person Mine Theirs' })).toBeVisible();
    await expect(question.getByRole('row', { name: 'Secret new value stored value' })).toBeVisible();
    // The heading and the two different fields.
    await expect(question.getByRole('row')).toHaveCount(3);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(edit.getByLabel('Contact person')).toHaveValue('Mine');
    const person = async () =>
      (await world.call(listCustomPostbacks, { params: { id: offer.id } })).postbacks[0]!.contactPerson;
    expect(await person()).toBe('Theirs');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await question.getByRole('button', { name: 'Save mine' }).click();
    await expect(edit).toHaveCount(0);
    expect(await person()).toBe('Mine');

    // A change of the status, as by Pause just before Edit, is no conflict.
    await page.getByRole('link', { name: 'Edit: Singular, deposit' }).click();
    await edit.getByLabel('Contact person').fill('Again');
    await world.call(toggleCustomPostback, { params: { id: stored._id }, body: { status: 'testing' } });
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await expect(edit).toHaveCount(0);
    expect(await person()).toBe('Again');
    // The browser logs each rejected save.
    expect(complaints.splice(0).filter((text) => !text.includes('409 (Conflict)'))).toEqual([]);
  });

  // covers 001-3.16 001-7.20
  await test.step('sends bearer and basic authentication with their own fields', async () => {
    await sendsAuthentication(page, offer, 'Kochava', { type: 'bearer', token: 'bearer-secret-4321' });
    await sendsAuthentication(page, offer, 'Adjust', {
      type: 'basic',
      username: 'asha',
      password: 'basic-secret-8765',
    });
  });

  // covers 001-5.10
  await test.step('confirms Delete; Cancel deletes nothing', async () => {
    let deleted = 0;
    page.on('request', (request) => void (deleted += Number(request.method() === 'DELETE')));
    await page.getByRole('button', { name: 'Delete: Singular, deposit' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Are you sure you want to delete the postback of Singular for deposit?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    expect(deleted).toBe(0);
    await page.reload();
    await expect(page.getByRole('article', { name: 'Singular, deposit' })).toBeVisible();
  });
  await world.call(deleteOffer, { params: { id: offer.id } });
});

/** Adds a postback with this authentication and checks the exact request. */
async function sendsAuthentication(
  page: Page,
  offer: TrackedOffer,
  companyName: string,
  authentication: { type: 'bearer'; token: string } | { type: 'basic'; username: string; password: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Add Postback' }).first().click();
  const form = page.getByRole('form', { name: 'Add Postback' });
  await form.getByLabel('Company name').fill(companyName);
  await form.getByRole('textbox', { name: 'Company ID' }).fill('co-1');
  await form.getByLabel('Event type').selectOption('install');
  await form.getByLabel('Postback URL').fill(FILLED.postbackUrl);
  await form.getByLabel('Type', { exact: true }).selectOption(authentication.type);
  await form.getByRole('button', { name: 'Add Postback' }).click();
  const required = authentication.type === 'bearer' ? ['Token'] : ['Username', 'Password'];
  for (const name of required) await expect(form.getByText(`${name} is required`)).toBeVisible();
  if (authentication.type === 'bearer') await form.getByLabel(/^Token/).fill(authentication.token);
  else {
    await form.getByLabel('Username').fill(authentication.username);
    await form.getByLabel(/^Password/).fill(authentication.password);
  }
  const { body } = await callOf(page, 'POST', `/api/offers/${offer.id}/custom-postbacks`, () =>
    form.getByRole('button', { name: 'Add Postback' }).click(),
  );
  expect((body as { authentication: unknown }).authentication).toEqual(authentication);
  await expect(page.getByRole('article', { name: `${companyName}, install` })).toBeVisible();
}
