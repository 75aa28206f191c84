import type { Locator, Page } from '@playwright/test';
import { answer, callOf, expectText } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import {
  answerSmartPoll,
  button,
  card,
  cronStatus,
  part,
  SMART_POLL_RUN,
  STATUS_CALLS,
} from '../support/smart-poll.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

const fact = (page: Page, region: string, name: string): Locator =>
  part(page, region)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

test('shows each server value on the Smart Poll Manager', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await answerSmartPoll(page, cronStatus(), [SMART_POLL_RUN]);
  await openPath(page, '/smart-poll');

  // covers 001-2.38
  await test.step('shows status, runs, errors, last and next run', async () => {
    await expect(card(page, 'Status')).toContainText('Idle');
    await expect(card(page, 'Run count')).toContainText('1,234');
    await expect(card(page, 'Error count')).toContainText('56');
    await expect(card(page, 'Last run')).toContainText('3:56:48 pm');
    await expect(card(page, 'Last run')).toContainText('20 Nov 2026');
    await expect(card(page, 'Next run')).toContainText('4:03:20 pm');
    await expect(card(page, 'Clicks in the queue')).toContainText('2,345');
    await expect(card(page, 'Clicks in the queue')).toContainText('of 17 offers');
  });

  // covers 001-2.38
  await test.step('shows time, local time, uptime, platform and Node version', async () => {
    await expect(fact(page, 'Server status', 'Server time')).toContainText('20 Nov 2026, 3:59 pm');
    await expect(fact(page, 'Server status', 'Local time')).toHaveText('20 Nov 2026, 3:59:05 pm');
    await expect(fact(page, 'Server status', 'Uptime')).toHaveText('5 h 12 min');
    await expect(fact(page, 'Server status', 'Platform')).toHaveText('freebsd');
    await expect(fact(page, 'Server status', 'Node.js')).toHaveText('v26.99.1');
  });

  // covers 001-2.38
  await test.step('shows the last error with its time', async () => {
    const error = part(page, 'Last error');
    await expect(error).toContainText('3 of 50 calls had no usable answer. Rummy Stars: HTTP 503');
    await expect(error).toContainText('20 Nov 2026, 4:41 am');
  });

  // covers 001-2.38 001-9.10
  await test.step('shows the configuration and the event mapping', async () => {
    const configuration = (name: string): Locator => fact(page, 'Configuration', name);
    await expect(configuration('Runs automatically')).toHaveText('every 5 minutes');
    await expect(configuration('Clicks with pending events at least')).toHaveText('4 minutes old');
    await expect(configuration('Timeout of each call')).toHaveText('7.0 s');
    await expect(configuration('Clicks in one run')).toHaveText('at most 33, oldest first');
    await expect(configuration('Offers with a status URL')).toHaveText('17');
    await expect(configuration('External endpoint')).toContainText(
      'https://muneem.example/api/cron/smart-poll?key=CRON_KEY',
    );
    await expect(part(page, 'Event mapping').getByRole('row')).toHaveText([
      /^Event/,
      'install / default40%',
      'register / signup60%',
      'order / deposit100%',
      'any other event40%',
    ]);
    await expect(page.getByRole('link', { name: 'Test External Endpoint' })).toHaveAttribute(
      'href',
      'https://muneem.example/api/cron/smart-poll?key=test.1.a',
    );
  });

  // covers 001-2.37
  await test.step('Refresh Status loads a status without runs, errors and endpoint', async () => {
    const fresh = cronStatus(
      { runCount: 0, errorCount: 0, lastRun: null, lastError: null },
      { externalEndpoint: { enabled: false, url: 'https://muneem.example/cron', testUrl: 'https://muneem.example/' } },
    );
    await page.route(STATUS_CALLS, answer(fresh));
    await callOf(page, 'GET', '/api/admin/cron-status', () => button(page, 'Refresh Status').click());
    await expect(card(page, 'Last run')).toContainText('Never');
    await expect(card(page, 'Run count')).toContainText('0');
    await expect(part(page, 'Last error')).toContainText('No errors so far.');
    await expect(fact(page, 'Configuration', 'External endpoint')).toHaveText('off (CRON_KEY is not set)');
  });

  // covers 001-2.38
  await test.step('shows the progress of a run', async () => {
    const currentRun = { ...SMART_POLL_RUN, status: 'running' as const, finishedAt: null, asked: 7 };
    await page.route(STATUS_CALLS, answer(cronStatus({ isRunning: true }, { currentRun })));
    await button(page, 'Refresh Status').click();
    await expect(card(page, 'Status')).toContainText('Running');
    await expect(card(page, 'Status')).toContainText('7 of 12 checked');
    await page.route(STATUS_CALLS, answer(cronStatus()));
    await expect(card(page, 'Status')).toContainText('Idle');
  });

  // covers 001-2.37 001-7.27
  await test.step('starts both kinds of run and reports their results', async () => {
    for (const [name, path] of [
      ['Run Smart Poll Now', '/api/admin/smart-poll'],
      ['Force Smart Poll', '/api/admin/force-smart-poll'],
    ] as const) {
      const message = `Smart poll completed by ${path}`;
      await page.route(`**${path}`, answer({ success: true, message, run: SMART_POLL_RUN }));
      const { body, bearer } = await callOf(page, 'POST', path, () => button(page, name).click());
      expect([body, bearer]).toEqual([null, true]);
      await expectText(page, message);
    }
  });
});
