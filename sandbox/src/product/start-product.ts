import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemEnvironment } from '../config.ts';

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const PAST_DATE = new URL('../demo/past-date.ts', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY_WITHIN_MS = 150_000;
const POLL_EVERY_MS = 100;
/** The product promises to stop within 10 s. Later it is killed. */
const STOP_WITHIN_MS = 10_000;
const KEPT_OUTPUT = 20_000;
const OUTPUT_ONLY: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];

export type Product = ReturnType<typeof launch>;

interface ProductOptions {
  readonly port: number;
  readonly host?: string;
  /** The product's settings, as environment variables. */
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile?: string;
  /** The product's clock starts this long in the past. `setBehind` moves it. */
  readonly behindMs?: number;
}

/**
 * Starts the real product as its own process, which is reached by HTTP only. Resolves when `/readyz` answers. The
 * process gets only the system's environment variables and `settings`.
 * @throws Error with the end of its output if it does not become ready
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const product = launch(options);
  await untilReady(product);
  return product;
}

function launch({ port, settings, logFile, host = '127.0.0.1', behindMs = 0 }: ProductOptions) {
  const environment = { ...systemEnvironment(), HOST: host, PORT: String(port), NODE_ENV: 'production', ...settings };
  const child = spawnProduct(environment, behindMs);
  const output = keepOutput(child, logFile);
  let hasEnded = false;
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 137)));
  });
  // The product ends with this process, unless this process is killed.
  const endWithUs = (): void => void child.kill('SIGTERM');
  process.once('exit', endWithUs);
  void ended.then(() => {
    hasEnded = true;
    process.off('exit', endWithUs);
  });
  const signal = async (name: NodeJS.Signals): Promise<number> => {
    if (!hasEnded) child.kill(name);
    return ended;
  };
  return {
    url: `http://${host}:${port}`,
    pid: child.pid ?? 0,
    output,
    /** Resolves with the exit code when the process ends, for any reason. */
    ended,
    stop(): Promise<number> {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      return signal('SIGTERM').finally(() => clearTimeout(timer));
    },
    /** Ends the process like a power cut. */
    kill: () => signal('SIGKILL'),
    /** Moves the clock of a product that started in the past. 0 moves it to the present for good. */
    async setBehind(ms: number): Promise<void> {
      if (!child.connected) throw new Error('The product is in the present.');
      const answered = once(child, 'message');
      child.send(ms);
      await answered;
    },
  };
}

function spawnProduct(environment: NodeJS.ProcessEnv, behindMs: number): ChildProcess {
  if (behindMs <= 0) return spawn(process.execPath, [MAIN], { cwd: ROOT, env: environment, stdio: OUTPUT_ONLY });
  return spawn(process.execPath, ['--import', PAST_DATE, MAIN], {
    cwd: ROOT,
    // A month of history takes seconds. If the machine fails meanwhile, the demo starts again.
    env: { ...environment, PGOPTIONS: '-c synchronous_commit=off', DEMO_BEHIND_MS: String(behindMs) },
    stdio: [...OUTPUT_ONLY, 'ipc'],
  });
}

/** Copies the output to the log file. @returns the end of the output so far */
function keepOutput(child: ChildProcess, logFile: string | undefined): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT);
      if (logFile !== undefined) appendFileSync(logFile, text);
    });
  }
  return () => output;
}

async function untilReady(product: Product): Promise<void> {
  let exitCode: number | undefined;
  void product.ended.then((code) => (exitCode = code));
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(product.url))) {
    const output = product.output().trim();
    if (exitCode !== undefined) throw new Error(`The product ended with ${exitCode} before it was ready.\n${output}`);
    if (Date.now() > deadline) {
      await product.stop();
      throw new Error(`The product was not ready within ${READY_WITHIN_MS / 1000} s.\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
