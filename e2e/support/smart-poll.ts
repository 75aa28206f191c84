import type { RouteAnswer } from '@muneem/contract/http';
import type { getCronStatus, SmartPollRun } from '@muneem/contract/smart-poll';
import type { Locator, Page } from '@playwright/test';
import { answer } from './answers.ts';

type CronStatus = RouteAnswer<typeof getCronStatus>;
type SmartPollStats = CronStatus['cronJobStats']['smartPoll'];

export const STATUS_CALLS = '**/api/admin/cron-status';
export const RUN_LISTS = '**/api/admin/smart-poll/runs?*';

export const SMART_POLL_RUN: SmartPollRun = {
  _id: 'spr_e2e',
  kind: 'force',
  status: 'completed',
  startedAt: '2026-11-20T10:26:48.000Z',
  finishedAt: '2026-11-20T10:26:50.500Z',
  startedBy: 'asha@muneem.example',
  clicks: 12,
  asked: 12,
  failed: 0,
  events: 5,
  recovered: 3,
  coins: 450,
  message: null,
};

/** All values differ from each other and from the defaults, so that each must come from its own field. */
export const cronStatus = (stats: Partial<SmartPollStats> = {}, more: Partial<CronStatus> = {}): CronStatus => ({
  success: true,
  cronJobStats: {
    smartPoll: {
      isRunning: false,
      runCount: 1_234,
      errorCount: 56,
      lastRun: '2026-11-20T10:26:48.000Z',
      nextRun: '2026-11-20T10:33:20.000Z',
      lastError: {
        message: '3 of 50 calls had no usable answer. Rummy Stars: HTTP 503',
        timestamp: '2026-11-19T23:11:00.000Z',
      },
      ...stats,
    },
  },
  timestamp: '2026-11-20T10:29:05.000Z',
  localTime: '20 Nov 2026, 3:59:05 pm',
  serverUptime: 18_727,
  platform: 'freebsd',
  nodeVersion: 'v26.99.1',
  currentRun: null,
  configuration: {
    everyS: 300,
    minAgeS: 240,
    timeoutMs: 7_000,
    clicksPerRun: 33,
    offers: 17,
    queued: 2_345,
    queuedAtMost: 10_000,
  },
  externalEndpoint: {
    enabled: true,
    url: 'https://muneem.example/api/cron/smart-poll',
    testUrl: 'https://muneem.example/api/cron/smart-poll?key=test.1.a',
  },
  ...more,
});

/** Answers the screen's calls with these values, whatever the product does meanwhile. */
export async function answerSmartPoll(page: Page, status: CronStatus, runs: SmartPollRun[] = []): Promise<void> {
  await page.route('**/api/live', (route) => route.abort());
  await page.route(STATUS_CALLS, answer(status));
  const { runCount } = status.cronJobStats.smartPoll;
  await page.route(RUN_LISTS, answer({ success: true, runs, total: runs.length, runCount }));
}

/** A part of the Smart Poll Manager. */
export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** The card with this name: its value and its caption. */
export const card = (page: Page, name: string): Locator =>
  part(page, 'Cron status').getByText(name, { exact: true }).locator('xpath=ancestor-or-self::*[parent::section]');

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
