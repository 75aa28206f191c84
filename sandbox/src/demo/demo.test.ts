import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemEnvironment } from '../config.ts';
import { freePort } from '../web-kit/index.ts';

const DEMO = fileURLToPath(new URL('../demo.ts', import.meta.url));
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muneem-demo-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Shown {
  /** What it has written so far. */
  readonly text: () => string;
  readonly url: string;
  readonly mailbox: string;
  readonly stop: () => Promise<{ code: number | null; tookMs: number }>;
}

/** Starts the demo and waits until its crowd is at work. */
async function runDemo(port: number): Promise<Shown> {
  const child = spawn(process.execPath, [DEMO], {
    env: {
      ...systemEnvironment(),
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(port + 20),
      DEMO_PEOPLE: '6',
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

test(
  'the demo starts on free ports, a person can sign in with what it prints, it stops on Ctrl-C and starts again',
  { timeout: 120_000 },
  async () => {
    const port = await freePort(26_000 + Math.floor(Math.random() * 900));
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    expect((taken.address() as AddressInfo).port).toBe(port);

    const first = await runDemo(port);
    expect(first.text()).toContain(`Port ${port} is taken by another program`);
    expect(first.url).not.toBe(`http://127.0.0.1:${port}`);
    const [email, password] = ['E-mail', 'Password'].map(
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
    const stats = await (
      await fetch(`${first.url}/api/stats`, { headers: { authorization: `Bearer ${token}` } })
    ).json();
    expect(stats).toMatchObject({ activeOffers: 11 });
    expect((stats as { totalUsers: number }).totalUsers).toBeGreaterThanOrEqual(6);

    const stopped = await first.stop();
    expect(stopped.code, `${stopped.tookMs} ms: ${first.text()}`).toBe(0);
    expect(stopped.tookMs).toBeLessThan(10_000);
    taken.close();

    const second = await runDemo(port);
    expect(second.url).toBe(`http://127.0.0.1:${port}`);
    expect(second.text()).toMatch(/People: \d+ from earlier runs/);
    expect((await second.stop()).code).toBe(0);
  },
);
