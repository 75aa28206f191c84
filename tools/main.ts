import {
  runBackup,
  runBench,
  runBuild,
  runChangeCoinsPerRupee,
  runCorrectJournal,
  runConfirmRestore,
  runDemo,
  runDev,
  runDrill,
  runFormat,
  runResetSecondFactor,
  runRestore,
  runRetention,
  runRotateSecret,
  runStart,
  runVerifyLedger,
} from './commands.ts';
import { Interrupted, passSignalsOn } from './processes.ts';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  demo: runDemo,
  start: runStart,
  build: runBuild,
  dev: runDev,
  bench: runBench,
  drill: runDrill,
  format: runFormat,
  backup: runBackup,
  restore: runRestore,
  'confirm-restore': runConfirmRestore,
  'rotate-secret': runRotateSecret,
  'verify-ledger': runVerifyLedger,
  retention: runRetention,
  'reset-second-factor': runResetSecondFactor,
  'correct-journal': runCorrectJournal,
  'change-coins-per-rupee': runChangeCoinsPerRupee,
  check: async () => (await import('./check.ts')).runCheck(),
  'test:long': async (args) => (await import('./test.ts')).runTestLong(args),
  test: async (args) => (await import('./test.ts')).runTest(args),
};

const [command = '', ...args] = process.argv.slice(2);
passSignalsOn();
try {
  process.exitCode = await COMMANDS[command]!(args);
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  process.exitCode = 130;
}
