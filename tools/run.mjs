// `npm run <command>` starts this file with any Node from 20.19 on. It continues with the pinned version.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { findNode, installPackages, ROOT } from './install.mjs';

process.chdir(ROOT);
await installPackages();

const child = spawn(findNode(), [join(ROOT, 'tools', 'main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
    // Half of a start would go to stripping types and compiling.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'),
  },
});
// The terminal sends Ctrl-C to the child too. Signals to this process alone are forwarded.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => undefined);
// npm forwards SIGTERM only to its shell. This process ends when its parent has gone.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) child.kill('SIGTERM');
}, 500).unref();
child.once('close', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
