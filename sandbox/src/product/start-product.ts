import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemEnvironment } from '../config.ts';

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const MAIN_IN_THE_PAST = fileURLToPath(new URL('../../../server/src/main-in-the-past.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY_WITHIN_MS = 60_000;
const POLL_EVERY_MS = 100;
/** The product promises 10 s; then it is ended without asking. */
const STOP_WITHIN_MS = 10_000;
const KEPT_OUTPUT = 20_000;

export interface Product {
  readonly url: string;
  readonly pid: number;
  /** The end of what it wrote. */
  output(): string;
  /** Resolves when the process is gone, with its exit code; also when it goes by itself. */
  readonly ended: Promise<number>;
  stop(): Promise<number>;
  /** Moves the clock of a product that was started in the past. With 0 it is in the present for good. */
  setBehind(ms: number): Promise<void>;
  /** As the power cut does it. */
  kill(): Promise<number>;
}

/**
 * The real product as its own process, reached by HTTP alone; resolves when `/readyz` says so.
 * @param settings environment settings of the product; of our own environment only what the system needs reaches it.
 * @throws Error with the end of its output when it does not become ready.
 */
export async function startProduct({
  port,
  settings,
  logFile,
  host = '127.0.0.1',
  behindMs = 0,
}: {
  port: number;
  host?: string;
  settings: Readonly<Record<string, string>>;
  /** Gets what the product writes. */
  logFile?: string;
  /** How far in the past the product begins; then `setBehind` moves it on. */
  behindMs?: number;
}): Promise<Product> {
  const isInThePast = behindMs > 0;
  const child = spawn(process.execPath, isInThePast ? [MAIN_IN_THE_PAST, String(behindMs)] : [MAIN], {
    cwd: ROOT,
    env: {
      ...systemEnvironment(),
      HOST: host,
      PORT: String(port),
      NODE_ENV: 'production',
      ...settings,
      // A month is made in seconds; should the machine fail meanwhile, the demo begins anew.
      ...(isInThePast ? { PGOPTIONS: '-c synchronous_commit=off' } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(isInThePast ? (['ipc'] as const) : [])],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT);
      if (logFile !== undefined) appendFileSync(logFile, text);
    });
  }
  let exitCode: number | undefined;
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 137)));
  });
  // Whatever ends us takes the product along, at least where we can still say so.
  const takeAlong = (): void => void child.kill('SIGTERM');
  process.once('exit', takeAlong);
  void ended.then((code) => {
    exitCode = code;
    process.off('exit', takeAlong);
  });
  const signal = async (name: NodeJS.Signals): Promise<number> => {
    if (exitCode === undefined) child.kill(name);
    return ended;
  };
  const product: Product = {
    url: `http://${host}:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      return signal('SIGTERM').finally(() => clearTimeout(timer));
    },
    kill: () => signal('SIGKILL'),
    async setBehind(ms) {
      if (!child.connected) throw new Error('The product is in the present.');
      const answered = once(child, 'message');
      child.send(ms);
      await answered;
    },
  };

  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(product.url))) {
    if (exitCode !== undefined)
      throw new Error(`The product ended with ${exitCode} before it was ready.\n${output.trim()}`);
    if (Date.now() > deadline) {
      await product.stop();
      throw new Error(`The product was not ready within ${READY_WITHIN_MS / 1000} s.\n${output.trim()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
  return product;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
