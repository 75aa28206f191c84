import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';

/** Takes the pictures of README.md from a new demo: `npm run pictures`. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PICTURES = join(ROOT, 'docs', 'pictures');
const SIZE = { width: 1280, height: 800 };

interface Demo {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly mailbox: string;
  stop(): Promise<void>;
}

/** Starts the demo and reads the addresses that it prints. */
async function startDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-pictures-'));
  const env = { DEMO_PEOPLE: '120', ...process.env, DATA_DIR: dataDir };
  const demo = spawn(process.execPath, ['sandbox/src/demo.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = new Map<string, string>();
  for await (const line of createInterface({ input: demo.stdout })) {
    console.log(line);
    const [, name, value] = /\b(Open|Email|Password|One-time code)\s{2,}(\S+)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) printed.set(name, value);
    if (line.includes('The crowd is at work')) break;
  }
  const of = (name: string): string => printed.get(name) ?? '';
  return {
    url: of('Open'),
    email: of('Email'),
    password: of('Password'),
    mailbox: of('One-time code'),
    async stop() {
      demo.kill('SIGTERM');
      await new Promise((resolve) => demo.once('close', resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function signIn(page: Page, { url, email, password, mailbox }: Demo): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  const mails = await page.context().newPage();
  await mails.goto(mailbox);
  const code = (await mails.getByLabel('One-time code').first().textContent()) ?? '';
  await mails.close();
  // The sixth digit sends the code.
  await page.getByRole('textbox', { name: 'OTP' }).fill(code.trim());
  await page.getByText('Total Users').waitFor();
}

/** Opens the evidence of the newest approved conversion. */
async function openEvidence(page: Page): Promise<void> {
  await page.goto(new URL('/conversion-reports?status=approved', page.url()).href);
  await page.locator('tbody tr').first().waitFor();
  const clickId = await page.evaluate(async () => {
    const { token } = JSON.parse(
      sessionStorage.getItem('adminAuthToken') ?? localStorage.getItem('adminAuthToken') ?? '{}',
    ) as { token: string };
    const answer = await fetch('/api/conversion-reports?status=approved&limit=1', {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { conversions: { clickId: string }[] }).conversions[0]?.clickId ?? '';
  });
  await page.goto(new URL(`/clicks/${clickId}`, page.url()).href);
}

async function take(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`) });
  }
}

await mkdir(PICTURES, { recursive: true });
const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-IN' });
  const page = await context.newPage();
  await signIn(page, demo);
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
  await dismiss.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('heading', { name: 'Set up Muneem' }).waitFor({ state: 'detached' });
  await take(page, 'dashboard');
  await openEvidence(page);
  await take(page, 'evidence');
} finally {
  await browser.close();
  await demo.stop();
}
