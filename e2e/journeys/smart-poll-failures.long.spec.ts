import type { Route } from '@playwright/test';
import { ABORT, during, refuse, said, failSilently } from '../support/answers.ts';
import { openPath } from '../support/open-path.ts';
import {
  answerSmartPoll,
  button,
  card,
  cronStatus,
  RUN_LISTS,
  SMART_POLL_RUN,
  STATUS_CALLS,
} from '../support/smart-poll.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';

test('reports Smart Poll failures with the server’s message or the fixed text', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world);
  await answerSmartPoll(page, cronStatus(), [SMART_POLL_RUN]);

  /** Fails with a server message, without one, and without a response. Checks each text. */
  const fails = async (calls: string, words: readonly [server: string, fixed: string, network: string], act: Act) => {
    const ways = [refuse(WORDS, 500), failSilently(500), ABORT];
    for (const [at, how] of ways.entries())
      await during(page, calls, how, async () => {
        await act();
        const text = page.getByText(words[at] ?? '', { exact: true });
        await expect(text.filter({ visible: true }).first()).toBeVisible();
        if (at === 0) await expect(page.getByText(words[1], { exact: true })).toHaveCount(0);
        else await expect(page.getByText(WORDS)).toHaveCount(0);
      });
  };

  // covers 001-8.22
  await test.step('reports runs that cannot be started', async () => {
    await openPath(page, '/smart-poll');
    await expect(card(page, 'Run Count')).toContainText('1,234');
    for (const [path, name, fixed] of [
      ['smart-poll', 'Run Smart Poll Now', 'Smart poll failed'],
      ['force-smart-poll', 'Force Smart Poll', 'Force smart poll failed'],
    ] as const)
      await fails(`**/api/admin/${path}`, [WORDS, fixed, 'Network error'], () => button(page, name).click());
  });

  // covers 001-8.22
  await test.step('reports the same on another screen', async () => {
    for (const [path, name, how, words] of [
      ['smart-poll', 'Run Smart Poll Now', failSilently(), 'Smart poll failed'],
      ['force-smart-poll', 'Force Smart Poll', refuse(WORDS), WORDS],
    ] as const) {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const late = (route: Route): Promise<void> => held.then(() => how(route));
      await during(page, `**/api/admin/${path}`, late, async () => {
        await openPath(page, '/smart-poll');
        await button(page, name).click();
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'System Settings' })).toBeVisible();
        release();
        await expect(page.getByRole('region', { name: 'Notices' }).getByText(words, { exact: true })).toBeVisible();
      });
    }
  });

  // covers 001-8.22
  await test.step('reports a failed status and keeps the last known one', async () => {
    const text = (cause: string): string => `Failed to load the cron status: ${cause}`;
    const words = [text(WORDS), text('HTTP error! status: 500'), text('Network error')] as const;
    await fails(STATUS_CALLS, words, () => openPath(page, '/smart-poll').then(() => undefined));
    await openPath(page, '/smart-poll');
    await expect(card(page, 'Run Count')).toContainText('1,234');
    await fails(STATUS_CALLS, words, async () => {
      await button(page, 'Refresh Status').click();
      await said(page, 'The status could not be refreshed. Last known status:');
      await expect(card(page, 'Run Count')).toContainText('1,234');
    });
  });

  // covers 001-8.22
  await test.step('reports runs that cannot be loaded', async () => {
    const list = (cause: string): string => `Failed to load the runs: ${cause}`;
    await fails(RUN_LISTS, [list(WORDS), list('HTTP error! status: 500'), list('Network error')], () =>
      openPath(page, '/smart-poll').then(() => undefined),
    );
    const one = (cause: string): string => `Failed to load the run: ${cause}`;
    const run = '**/api/admin/smart-poll/runs/spr_e2e';
    const open = (): Promise<void> => openPath(page, '/smart-poll?run=spr_e2e').then(() => undefined);
    await fails(run, [one(WORDS), one('HTTP error! status: 500'), one('Network error')], open);
    for (const [how, text] of [
      [refuse('There is no such run.', 404), 'There is no such run.'],
      [failSilently(404), 'Run not found. It may have been deleted.'],
    ] as const)
      await during(page, run, how, async () => {
        await open();
        await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(text);
      });
  });
});

type Act = () => Promise<void>;
const WORDS = 'The polling desk is shut until noon';
