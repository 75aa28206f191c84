import { chromium } from '@playwright/test';
const base = process.env.BASE ?? 'http://127.0.0.1:41731';
const jobs = JSON.parse(process.argv[2]);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
for (const job of jobs) {
  const context = await browser.newContext({
    viewport: { width: job.w ?? 1440, height: job.h ?? 900 },
    colorScheme: job.dark ? 'dark' : 'light',
    hasTouch: (job.w ?? 1440) < 500,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.on('console', (m) => {
    if (m.type() === 'error') console.log(job.name, 'console:', m.text());
  });
  page.on('pageerror', (e) => console.log(job.name, 'pageerror:', e.message));
  await page.goto(base + job.path);
  await page.waitForTimeout(job.wait ?? 900);
  if (job.run) await new Function('page', `return (async () => { ${job.run} })()`)(page);
  await page.screenshot({ path: `/tmp/shots/${job.name}.png`, fullPage: job.full ?? false });
  await context.close();
}
await browser.close();
