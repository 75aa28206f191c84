import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/logger/index.ts';
import { EmbeddedPostgresError, plainEnvironment } from './programs.ts';
import { isReady } from './postmaster.ts';

const STOP_WAIT_MS = 8_000;
const RESTART_PAUSE_MS = 1_000;
const KEPT_LINES = 20;

interface SupervisorOptions {
  readonly command: readonly string[];
  readonly folder: string;
  /** The descriptor of the folder's lock. The database inherits it, so the lock outlives us while the database runs. */
  readonly lock: number;
  readonly logger?: Pick<Logger, 'warn' | 'error'> | undefined;
}

interface ServerProcess {
  readonly process: ChildProcess;
  readonly gone: Promise<void>;
  /** The last lines of its log. */
  readonly lines: string[];
}

/** Runs the database server, restarts it when it ends unexpectedly, and stops it with our process. */
export function supervise(options: SupervisorOptions) {
  const { logger } = options;
  let stopping = false;
  let server = launch(options);
  const endWithUs = (): void => void server.process.kill('SIGINT');
  process.once('exit', endWithUs);

  async function keepRunning(): Promise<void> {
    for (;;) {
      await server.gone;
      if (stopping) return;
      logger?.error({ postgres: server.lines }, 'the database ended unexpectedly; starting it again');
      await delay(RESTART_PAUSE_MS);
      if (stopping) return;
      server = launch(options);
    }
  }

  return {
    /** Resolves when the first start accepts connections. */
    ready: untilReady(server, options).then(() => void keepRunning()),
    async stop(): Promise<void> {
      stopping = true;
      process.off('exit', endWithUs);
      server.process.kill('SIGINT');
      const force = setTimeout(() => server.process.kill('SIGQUIT'), STOP_WAIT_MS);
      await server.gone;
      clearTimeout(force);
    },
  };
}

function launch({ command, lock, logger }: SupervisorOptions): ServerProcess {
  const [program, ...args] = command;
  const started = spawn(program!, args, {
    cwd: '/',
    env: plainEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', lock],
    // Its own process group: Ctrl-C reaches only us, and we stop the database after our own work.
    detached: true,
  });
  const lines: string[] = [];
  createInterface({ input: started.stderr! }).on('line', (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    if (line.includes('PANIC:')) logger?.error({ postgres: line }, 'the database panicked');
  });
  const gone = new Promise<void>((resolve) => {
    started.once('error', (error) => {
      lines.push(error.message);
      resolve();
    });
    started.once('close', () => resolve());
  });
  return { process: started, gone, lines };
}

async function untilReady(server: ServerProcess, { folder }: SupervisorOptions): Promise<void> {
  let gone = false;
  void server.gone.then(() => (gone = true));
  while (!(await isReady(folder, server.process.pid))) {
    if (gone) {
      const reason = server.lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? server.lines.at(-1) ?? 'no message';
      throw new EmbeddedPostgresError(`The database did not start: ${reason}`);
    }
    await delay(10);
  }
}
