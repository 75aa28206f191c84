import { COMMANDS } from './commands.ts';
import { Interrupted, passSignalsOn } from './processes.ts';

const [command = '', ...args] = process.argv.slice(2);
passSignalsOn();
try {
  process.exitCode = await COMMANDS[command]!(args);
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  process.exitCode = 130;
}
