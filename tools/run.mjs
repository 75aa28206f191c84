// `npm run <command>` comes here. Any Node from 20.19 on starts this file; the pinned one carries on.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { findNode, installPackages, ROOT } from './install.mjs';

const COMMANDS = [
  'demo',
  'start',
  'dev',
  'test',
  'test:long',
  'check',
  'bench',
  'verify-ledger',
  'reset-second-factor',
  'correct-journal',
  'change-coins-per-rupee',
  'mutate',
  'format',
];

const [command, ...args] = process.argv.slice(2);
if (!COMMANDS.includes(command)) {
  console.error(`Usage: npm run <${COMMANDS.join('|')}>`);
  process.exit(1);
}
process.chdir(ROOT);
await installPackages();

const child = spawn(findNode(), [join(ROOT, 'tools', 'main.ts'), command, ...args], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` },
});
// Ctrl-C reaches the child by the terminal; what is sent to this process alone is passed on.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => undefined);
// npm passes a SIGTERM to its shell only. This process ends when its parent is gone.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) child.kill('SIGTERM');
}, 500).unref();
child.once('close', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
