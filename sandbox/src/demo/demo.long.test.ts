import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { systemEnvironment } from '../config.ts';
import { freePort } from '../web-kit/index.ts';

const DEMO = fileURLToPath(new URL('../demo.ts', import.meta.url));

const dataDir = await mkdtemp(join(tmpdir(), 'muneem-demo-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Shown {
  readonly text: () => string;
  readonly url: string;
  readonly mailbox: string;
  readonly stop: () => Promise<{ code: number | null; tookMs: number }>;
}

/** Starts the demo and waits until its simulated users are active. */
async function runDemo(port: number): Promise<Shown> {
  const child = spawn(process.execPath, [DEMO], {
    env: {
      ...systemEnvironment(),
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(port + 20),
      DEMO_PEOPLE: '60',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.includes('The crowd is at work')) resolve();
      });
    }
    void ended.then((code) => reject(new Error(`The demo ended with ${code}.\n${text}`)));
  });
  return {
    text: () => text,
    url: /Open +(\S+)/.exec(text)![1]!,
    mailbox: /One-time code +(\S+)/.exec(text)![1]!,
    async stop() {
      const start = performance.now();
      child.kill('SIGINT');
      return { code: await ended, tookMs: performance.now() - start };
    },
  };
}

const platformKeyOf = ({ text }: Shown): string | undefined => /Platform API key +(\S+)/.exec(text())?.[1];

/** Checks that a month of history exists and that its sums equal its rows. */
async function expectMonth(get: <Answer>(path: string) => Promise<Answer>): Promise<void> {
  const { conversions } = await get<{
    conversions: { createdAt: string; clickIp: string; conversionSource: string }[];
  }>(`/api/conversion-reports?limit=1000`);
  // The ad network loses one postback in ten; the smart poll finds them.
  expect(conversions.filter(({ conversionSource }) => conversionSource === 'smart_poll').length).toBeGreaterThan(0);
  const oldest = Math.min(...conversions.map(({ createdAt }) => Date.parse(createdAt)));
  expect(Date.now() - oldest).toBeGreaterThan(10 * 86_400_000);
  expect(new Set(conversions.map(({ clickIp }) => clickIp)).size).toBeGreaterThan(5);
  const { groups } = await get<{ groups: { key: string; conversions: number }[] }>(
    `/api/conversion-reports/breakdown?by=day`,
  );
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const dayOf = (at: string): string => new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().slice(0, 10);
  // The crowd keeps adding to today's numbers during this check.
  for (const { key, conversions: counted } of groups.filter(({ key }) => key !== today))
    expect(
      conversions.filter(({ createdAt }) => dayOf(createdAt) === key),
      key,
    ).toHaveLength(counted);
}

/** Waits until each of the four dashboard numbers has changed. */
async function expectAllToMove(get: <Answer>(path: string) => Promise<Answer>): Promise<void> {
  const seen = new Map<string, Set<number>>();
  await expect
    .poll(
      async () => {
        const stats = await get<Record<string, number>>('/api/stats');
        for (const name of ['totalUsers', 'activeOffers', 'completedOffers', 'totalRewards'])
          seen.set(name, (seen.get(name) ?? new Set()).add(stats[name] ?? NaN));
        return [...seen].filter(([, values]) => values.size === 1).map(([name]) => name);
      },
      { timeout: 120_000, interval: 2_000 },
    )
    .toEqual([]);
}

async function expectBooksInOrder(): Promise<void> {
  const verify = fileURLToPath(new URL('../../../server/src/verify-ledger.ts', import.meta.url));
  const child = spawn(process.execPath, [verify], {
    env: { ...systemEnvironment(), DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  expect(await new Promise((resolve) => child.once('close', resolve)), 'verify-ledger').toBe(0);
}

test(
  'starts on free ports, signs in, changes every number, stops on Ctrl-C and starts again',
  { timeout: 300_000 },
  async () => {
    const port = await freePort(26_000 + Math.floor(Math.random() * 900));
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    expect((taken.address() as AddressInfo).port).toBe(port);

    const first = await runDemo(port);
    expect(first.text()).toContain(`Port ${port} is taken by another program`);
    expect(first.url).not.toBe(`http://127.0.0.1:${port}`);
    const [email, password] = ['Email', 'Password'].map(
      (name) => new RegExp(`${name} +(\\S+)`).exec(first.text())![1]!,
    );
    const post = (path: string, body: object): Promise<Response> =>
      fetch(first.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await post('/api/auth/login', { email, password })).status).toBe(200);
    const shownCode = async (): Promise<string | undefined> =>
      /One-time code">(\d{6})</.exec(await (await fetch(first.mailbox)).text())?.[1];
    await expect.poll(shownCode).toBeDefined();
    const opened = await post('/api/auth/verify-otp', { email, otp: await shownCode(), remember: false });
    const { token } = (await opened.json()) as { token: string };
    const get = async <Answer>(path: string): Promise<Answer> =>
      (await (await fetch(`${first.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as Answer;
    const stats = await get<{ totalUsers: number }>('/api/stats');
    expect(stats).toMatchObject({ activeOffers: 11 });
    expect(stats.totalUsers).toBeGreaterThanOrEqual(25);
    await expectMonth(get);
    const { attention } = await get<{ attention: { losingOffers: { worst: { offerTitle: string }[] } } }>('/api/stats');
    expect(attention.losingOffers.worst).toMatchObject([{ offerTitle: 'Bazaar Plus' }]);
    const { proposals } = await get<{ proposals: { status: string; isYours: boolean; whyNot: string | null }[] }>(
      '/api/proposals?status=all',
    );
    expect(proposals.map(({ status }) => status)).toEqual(['open', 'open', 'confirmed']);
    expect(proposals.filter(({ isYours, whyNot }) => !isYours && whyNot === null)).toHaveLength(2);
    await expectAllToMove(get);

    const stopped = await first.stop();
    expect(stopped.code, `${stopped.tookMs} ms: ${first.text()}`).toBe(0);
    expect(stopped.tookMs).toBeLessThan(10_000);
    taken.close();
    await expectBooksInOrder();

    const second = await runDemo(port);
    expect(second.url).toBe(`http://127.0.0.1:${port}`);
    expect(second.text()).toMatch(/People: \d+ from earlier runs/);
    expect(platformKeyOf(second)).toBe(platformKeyOf(first));
    expect((await second.stop()).code).toBe(0);
  },
);
