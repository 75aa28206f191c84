import { runBench, runDemo, runDev, runFormat, runStart, runVerifyLedger } from './commands.ts';
import { passSignalsOn } from './processes.ts';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  demo: runDemo,
  start: runStart,
  dev: runDev,
  bench: runBench,
  format: runFormat,
  'verify-ledger': runVerifyLedger,
  check: async () => (await import('./check.ts')).runCheck(),
  test: async () => (await import('./test.ts')).runTest(),
};

const [command = '', ...args] = process.argv.slice(2);
passSignalsOn();
process.exitCode = await COMMANDS[command]!(args);
