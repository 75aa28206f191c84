import { defineConfig } from '@playwright/test';

const flags = (process.env['CHROMIUM_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');

/** Each worker has a product, a database and a browser of its own. */
export default defineConfig({
  testDir: './journeys',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 360_000,
  // Longer than the 10 s after which a screen asks again.
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: './test-results',
  use: {
    locale: 'en-IN',
    // Not the product's own zone: what a screen shows must not depend on where the person sits.
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    // A trace makes each journey a third longer. To look into a failure: npx playwright test --trace=on <file>.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...flags],
    },
  },
});
