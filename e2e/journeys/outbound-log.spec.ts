import type { Locator, Page } from '@playwright/test';
import { listDeliveries, type getDelivery } from '@muneem/contract/custom-postbacks';
import type { RouteAnswer } from '@muneem/contract/http';
import { deleteOffer } from '@muneem/contract/offers';
import { freePort } from '@muneem/sandbox/web-kit';
import { callOf, clickButton } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import { expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { avoidMidnight } from '../support/avoid-midnight.ts';

const EVENTS = [
  { eventName: 'install', eventPayout: 10, eventCap: 100 },
  { eventName: 'deposit', eventPayout: 20, eventCap: 100 },
];
const CLOSED = '{"ok":false,"error":"this account is closed"}';

test('shows each attempt, filters deliveries and resends the filtered failures', async ({ page, world, company }) => {
  await avoidMidnight();
  await signIn(page, world);
  const offer = await makeTrackedOffer(world, 'Every try is seen', EVENTS);
  const closedPort = await freePort(25_900);
  const made: Record<string, string> = {};
  // One succeeds, one rejects both events, and one has no server.
  for (const [companyName, eventName, url] of [
    ['Adjust', 'install', `${company.url}/postback/adjust`],
    ['Branch', 'install', `${company.url}/postback/sunset`],
    ['Branch', 'deposit', `${company.url}/postback/sunset`],
    ['Kochava', 'deposit', `http://127.0.0.1:${closedPort}/postback`],
  ] as const) {
    const fields = { companyName, eventName, postbackUrl: `${url}?c={click_id}`, retryCount: 0 };
    made[`${companyName}, ${eventName}`] = (await offer.addPostback(fields, { active: true }))._id;
  }
  const clicks: string[] = [];
  for (const event of ['install', 'install', 'deposit']) clicks.push(await offer.convert(event));
  const log = `/postback-urls/${offer.id}?tab=log&direction=outbound`;
  /** The screen would show it only with its next refetch. Waits until the deliveries have failed. */
  const givenUp = () =>
    expect
      .poll(
        async () =>
          (await world.call(listDeliveries, { params: { id: offer.id }, query: { status: 'exhausted' } })).total,
        { timeout: 30_000 },
      )
      .toBe(4);
  await givenUp();
  await openPath(page, log);
  const table = page.getByRole('table', { name: 'Deliveries' });
  const rows = table.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(6);
  await expect(rows.filter({ hasText: 'Delivered' })).toHaveCount(2, { timeout: 25_000 });
  await expect(rows.filter({ hasText: 'Given up' })).toHaveCount(4, { timeout: 25_000 });

  await test.step('shows a delivery with response, duration and error', async () => {
    await readAttempt(page, rows.filter({ hasText: 'Adjust' }).first(), ['200'], '{"ok":true}');
    await readAttempt(page, rows.filter({ hasText: 'Branch' }).first(), ['Refused 403'], CLOSED);
    await readAttempt(page, rows.filter({ hasText: 'Kochava' }), ['No connection', /ECONNREFUSED/], null);
  });
  await test.step('shows status, time, error and response of every attempt', () =>
    // Not opened before, so nothing of it is cached.
    readTold(page, rows.filter({ hasText: 'Branch' }).last()));

  await test.step('applies each filter and keeps it in the URL', async () => {
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const [, , deposited] = clicks;
    for (const [act, query, count] of [
      [() => page.getByLabel('Status', { exact: true }).selectOption('exhausted'), { status: 'exhausted' }, 4],
      [() => page.getByLabel('Company', { exact: true }).selectOption('Branch'), { company: 'Branch' }, 3],
      [
        () => page.getByLabel('Postback', { exact: true }).selectOption({ label: 'Branch, install' }),
        { postbackId: made['Branch, install']! },
        2,
      ],
      [() => page.getByLabel('Event', { exact: true }).selectOption('deposit'), { event: 'deposit' }, 2],
      [() => page.getByRole('searchbox').fill(deposited!), { search: deposited! }, 2],
      [() => page.getByLabel('Start Date').fill('2099-01-01'), { startDate: '2099-01-01' }, 0],
      [() => page.getByLabel('Start Date').fill(today), { startDate: today }, 6],
      [() => page.getByLabel('End Date').fill('2020-01-31'), { endDate: '2020-01-31' }, 0],
    ] as const) {
      await callOf(page, 'GET', /\/postback-deliveries$/, async () => void (await act()), query);
      for (const [name, value] of Object.entries(query)) await expect(page).toHaveURL(new RegExp(`o-${name}=${value}`));
      if (count === 0) await expect(page.getByText('No delivery matches the filters')).toBeVisible();
      else await expect(rows).toHaveCount(count);
      await page.goBack();
      await expect(rows).toHaveCount(6);
    }
  });

  await test.step('“Resend all failed” counts and sends only the filtered deliveries', async () => {
    const path = `/api/offers/${offer.id}/postback-deliveries/resend-failed`;
    const dialog = page.getByRole('alertdialog');
    const before = company.total();
    for (const [filters, body, count] of [
      ['&o-company=Branch&o-event=install', { company: 'Branch', event: 'install' }, 2],
      [`&o-postbackId=${made['Branch, deposit']}`, { postbackId: made['Branch, deposit'] }, 1],
      ['&o-startDate=2020-01-31&o-endDate=2099-01-31', { startDate: '2020-01-31', endDate: '2099-01-31' }, 4],
    ] as const) {
      await openPath(page, log + filters);
      await page.getByRole('button', { name: `Resend all failed (${count})`, exact: true }).click();
      await expect(dialog).toContainText('Only deliveries that match the filters of the log.');
      const call = await callOf(page, 'POST', path, () =>
        dialog.getByRole('button', { name: `Resend ${count}`, exact: true }).click(),
      );
      expect(call.body).toEqual(body);
      await expect(page.getByText(count === 1 ? '1 delivery queued.' : `${count} deliveries queued.`)).toBeVisible();
      await givenUp();
    }
    // Two, one and three resends reach a server. The delivered ones are not sent again.
    expect(company.total()).toBe(before + 6);
  });

  await test.step('resends one failed delivery, then the selected ones', async () => {
    const before = company.total();
    // A queued delivery leaves the list. Opens the list again for each.
    const open = async (): Promise<void> => {
      await openPath(page, `${log}&o-status=exhausted&o-company=Branch&o-event=install`);
      await expect(rows).toHaveCount(2);
    };
    await open();
    const click = rows.first().getByRole('link', { name: /^[0-9A-Z]{26}$/ });
    await expect(click).toHaveAttribute('href', `/clicks/${await click.innerText()}`);
    await clickButton(rows.first(), /^Resend: /);
    await expect.poll(() => company.total()).toBe(before + 1);
    await givenUp();

    await open();
    for (const tick of await page.getByRole('checkbox', { name: /^Select install to Branch/ }).all())
      await tick.check();
    await page.getByRole('button', { name: 'Resend 2', exact: true }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('2 deliveries will be sent again');
    await dialog.getByRole('button', { name: 'Resend 2', exact: true }).click();
    await expect(page.getByText('2 deliveries queued.')).toBeVisible();
    await expect.poll(() => company.total()).toBe(before + 3);
  });

  // covers 001-2.30
  await test.step('marks a postback as testing and as inactive', async () => {
    await openPath(page, `/postback-urls/${offer.id}?tab=custom`);
    const name = 'Adjust, install';
    const card = page.getByRole('article', { name });
    const press = (verb: string) =>
      callOf(page, 'PATCH', `/api/custom-postbacks/${made[name]}/toggle`, () =>
        card.getByRole('button', { name: `${verb}: ${name}`, exact: true }).click(),
      );
    await expect(card.getByRole('button', { name: /^Mark as testing/ })).toHaveCount(0);
    expect((await press('Pause')).body).toEqual({ status: 'inactive' });
    expect((await press('Mark as testing')).body).toEqual({ status: 'testing' });
    await expect(card.getByText('Testing', { exact: true })).toBeVisible();
    expect((await press('Mark as inactive')).body).toEqual({ status: 'inactive' });
    await expect(card.getByText('Inactive', { exact: true })).toBeVisible();
    expect((await press('Activate')).body).toEqual({ status: 'active' });
    await expect(card.getByText('Active', { exact: true })).toBeVisible();
  });
  await world.call(deleteOffer, { params: { id: offer.id } });
});

async function openDelivery(page: Page, row: Locator): Promise<Locator> {
  await row.locator('[data-row-link]').click();
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  await expect(drawer.getByRole('heading', { name: 'Attempt 1', exact: true })).toBeVisible();
  return drawer;
}

const attemptOf = (drawer: Locator, number: number): Locator =>
  drawer
    .getByRole('listitem')
    .filter({ has: drawer.page().getByRole('heading', { name: `Attempt ${number}`, exact: true }) });

/** A delivery with one attempt. `response` null: no response. */
async function readAttempt(page: Page, row: Locator, texts: readonly (string | RegExp)[], response: string | null) {
  const drawer = await openDelivery(page, row);
  const attempt = attemptOf(drawer, 1);
  for (const text of texts) await expect(attempt.getByText(text).first()).toBeVisible();
  await expect(attempt.getByText(/^\d+ ms$|^\d+\.\d s$/)).toBeVisible();
  const answer = attempt.getByLabel('Attempt 1: Response');
  if (response === null) await expect(attempt).toContainText('The response was empty.');
  else await expect(answer).toHaveText(response);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
}

/** Two simulated attempts with known values. */
async function readTold(page: Page, row: Locator): Promise<void> {
  const calls = '**/api/postback-deliveries/*';
  await page.route(calls, async (route) => {
    const real = await route.fetch();
    const told = (await real.json()) as RouteAnswer<typeof getDelivery>;
    const [first] = told.attempts;
    const attempts = [
      {
        ...first!,
        number: 2,
        startedAt: '2026-11-20T06:10:30.000Z',
        statusCode: null,
        error: 'timeout' as const,
        errorDetail: 'no complete answer within 5000 ms',
        responseTime: 5_012,
        response: '',
      },
      {
        ...first!,
        startedAt: '2026-11-20T06:00:15.000Z',
        statusCode: 503,
        error: 'http_error' as const,
        errorDetail: null,
        responseTime: 347,
        response: 'try later <b>',
      },
    ];
    await route.fulfill({ json: { ...told, attempts } });
  });
  const drawer = await openDelivery(page, row);
  const [second, first] = [attemptOf(drawer, 2), attemptOf(drawer, 1)];
  await expect(second.getByText('Timed out', { exact: true })).toBeVisible();
  await expect(second.getByText('5.0 s', { exact: true })).toBeVisible();
  await expect(second.getByText('no complete answer within 5000 ms')).toBeVisible();
  await expect(second.getByText('The response was empty.')).toBeVisible();
  await expect(second.locator('time')).toHaveAttribute('datetime', '2026-11-20T06:10:30.000Z');
  await expect(first.getByText('Refused 503', { exact: true })).toBeVisible();
  await expect(first.getByText('347 ms', { exact: true })).toBeVisible();
  await expect(first.getByLabel('Attempt 1: Response')).toHaveText('try later <b>');
  await expect(first.locator('time')).toHaveAttribute('datetime', '2026-11-20T06:00:15.000Z');
  await expect(first.locator('time')).toContainText('20 Nov 2026');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  // A live update may have asked again: its answer is still under way.
  await page.unrouteAll({ behavior: 'wait' });
}
