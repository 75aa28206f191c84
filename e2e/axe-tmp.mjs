import { chromium } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const open = {
  '/': async () => {},
  '/users': async () => {},
  '/users#sel': async (p) => {
    await p.getByLabel('Select row').first().check();
  },
  '/#confirm': async (p) => {
    await p.getByRole('button', { name: 'confirm' }).click();
  },
  '/#admin': async (p) => {
    await p.getByRole('button', { name: 'Admin' }).click();
    await p.waitForTimeout(300);
  },
  '/#offers': async (p) => {
    await p.getByRole('button', { name: 'Offers' }).click();
    await p.waitForTimeout(300);
  },
  '/#toasts': async (p) => {
    for (const n of ['error toast', 'success toast']) await p.getByRole('button', { name: n }).click();
    await p.getByRole('button', { name: /Notices/ }).click();
    await p.waitForTimeout(300);
  },
  '/users?open=x': async () => {},
  '/nope': async () => {},
  '/login?signed-out': async () => {},
  '/users?search=zz': async () => {},
  '/users?x=slow': async () => {},
};
let total = 0;
for (const dark of [false])
  for (const w of [1440])
    for (const [path, run] of Object.entries(open)) {
      const context = await browser.newContext({
        viewport: { width: w, height: 900 },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      await page.goto('http://127.0.0.1:41731' + path.replace(/#.*/, ''));
      await page.waitForTimeout(900);
      try {
        await run(page);
      } catch (e) {
        if (w > 500) console.log(path, String(e).slice(0, 120));
      }
      const result = await new AxeBuilder({ page }).analyze();
      for (const v of result.violations) {
        total++;
        console.log(
          w,
          dark ? 'dark' : 'light',
          path,
          v.impact,
          v.id,
          v.nodes.length,
          v.nodes[0].html.slice(0, 140),
          (v.nodes[0].any[0]?.message ?? v.nodes[0].all[0]?.message ?? '').slice(0, 160),
        );
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) console.log('OVERFLOW', w, path, over);
      await context.close();
    }
console.log('violations', total);
await browser.close();
