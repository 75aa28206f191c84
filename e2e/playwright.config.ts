import { defineConfig } from '@playwright/test';

const flags = (process.env['CHROMIUM_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');

/** The journeys of `npm run test:long`: each failed, lost or undocumented answer of a call. */
const LONG = '*.long.spec.ts';

/** Each worker has its own product, database and browser. */
export default defineConfig({
  testDir: './journeys',
  // A worker waits for half of its time, so three keep two cores busy.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 360_000,
  // Longer than the 10 s refetch interval of the screens.
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: './test-results',
  projects: [
    { name: 'short', testIgnore: LONG },
    { name: 'long', testMatch: LONG },
  ],
  use: {
    locale: 'en-IN',
    // Frames of animations are a tenth of a journey's processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // Differs from the product's zone: the screens must not depend on the browser's zone.
    timezoneId: 'America/New_York',
    // A test cannot answer the calls that a service worker makes. Six journeys allow the worker.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 30_000,
    // A trace makes a journey a third slower. To debug: npx playwright test --trace=on <file>.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...flags],
    },
  },
});
