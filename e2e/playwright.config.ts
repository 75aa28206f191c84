import { defineConfig } from '@playwright/test';

const flags = (process.env['CHROMIUM_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');

/** One product, one browser, one thing after another: the journey is a story, and the machine may be small. */
export default defineConfig({
  testDir: './journeys',
  workers: 1,
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
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...flags],
    },
  },
});
