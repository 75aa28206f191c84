import { existsSync } from 'node:fs';
import { ROOT, showProgress } from './install.mjs';
import { runQuietly } from './processes.ts';

/** The headless shell draws no window. A journey then needs a fifth less processor time. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Works without internet access. Switches off everything that changes the page without the test. */
export const CHROMIUM_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Finds the browser for the end-to-end tests: `CHROMIUM_PATH`, an installed one, or Playwright's download. As root on
 * Debian it installs one if there is none.
 * @throws Error with one line that says what to do
 */
export async function findChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const found =
    chromiumOfMachine() ?? (await playwrightsOwn()) ?? (isDebianRoot ? await installFromDebian() : undefined);
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium for the browser tests: install it (Debian: apt-get install chromium; anywhere: ' +
      'npx playwright install chromium), or set CHROMIUM_PATH.',
  );
}

export const chromiumOfMachine = (): string | undefined => SYSTEM.find((path) => existsSync(path));

async function playwrightsOwn(): Promise<string | undefined> {
  const script = "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())";
  const { stdout } = await runQuietly(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: `${ROOT}/e2e`,
  });
  const path = stdout.trim();
  return path !== '' && existsSync(path) ? path : undefined;
}

async function installFromDebian(): Promise<string | undefined> {
  const done = showProgress('Installing Chromium (apt-get install)');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update', '-qq'], { env });
  let found: string | undefined;
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (found !== undefined) break;
    await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
    found = chromiumOfMachine();
  }
  done(found === undefined ? 'failed' : 'done');
  return found;
}
