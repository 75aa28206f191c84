// Runs on any Node from 20.19 on, before packages are installed. It can import only Node's own modules.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.muneem-installed');
const OLDEST_TO_RUN_TYPESCRIPT = [22, 18];

/** Installs the packages of package-lock.json if node_modules differs from it. */
export async function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  if (!isInstalled()) await runNpm();
  useGitHooks();
  writeFileSync(STAMP, wanted);
}

/** Sets the hook that checks commit subjects. Does nothing without git or if the developer has other hooks. */
function useGitHooks() {
  if (!existsSync(join(ROOT, '.git'))) return;
  const git = (...args) => spawnSync('git', ['config', ...args], { cwd: ROOT }).status;
  if (git('core.hooksPath') === 1) git('core.hooksPath', '.githooks');
}

/** npm copies the lock file into node_modules at each install. Compares that copy. */
function isInstalled() {
  const file = join(MODULES, '.package-lock.json');
  if (!existsSync(file)) return false;
  const installed = JSON.parse(readFileSync(file, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, integrity, optional, peer }]) => {
    if (!path.startsWith('node_modules/') || version === undefined) return true;
    const found = installed[path];
    if (found === undefined) return optional === true || peer === true;
    return found.version === version && found.integrity === integrity;
  });
}

/**
 * Runs npm without install scripts, which npm versions handle differently. Their work is done here or where it is
 * needed.
 */
async function runNpm() {
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const child = spawn(npm[0], [...npm.slice(1), ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const stopShowing = showProgress('Installing packages');
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.once('close', resolve);
  });
  stopShowing(code === 0 ? 'done' : 'failed');
  if (code !== 0) {
    console.error(output.trim());
    console.error('npm could not install the packages. Is the registry reachable? Nothing else was changed.');
    process.exit(1);
  }
}

/** Prints one line that counts the seconds. Without a terminal it prints a line every 10 seconds. */
export function showProgress(title) {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  const terminal = process.stdout.isTTY === true;
  process.stdout.write(terminal ? `${title} …` : `${title} …\n`);
  const timer = setInterval(
    () => process.stdout.write(terminal ? `\r${title} … ${seconds()}` : `${title} … ${seconds()}\n`),
    terminal ? 1_000 : 10_000,
  );
  return (result) => {
    clearInterval(timer);
    process.stdout.write(`${terminal ? '\r' : ''}${title}: ${result} (${seconds()})\n`);
  };
}

/**
 * Installs the Node version that package.json pins. The package `node` gets its program from its install script. That
 * program is in a package per platform, and this function copies it.
 */
export function findNode() {
  const pinned = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies.node;
  const platformPackages = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  for (const name of ['node', ...platformPackages]) {
    const program = join(MODULES, name, 'bin', 'node');
    if (versionOf(program) !== `v${pinned}`) continue;
    linkCommand(program);
    return program;
  }
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = OLDEST_TO_RUN_TYPESCRIPT;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return process.execPath;
  console.error(
    `Node ${pinned} is not there for ${process.platform}-${process.arch}, and this one (${process.version}) is too old: ` +
      `install Node ${pinned.split('.')[0]} and try again.`,
  );
  process.exit(1);
}

/** Links `node` for npm scripts and for programs that start with `#!/usr/bin/env node`. */
function linkCommand(program) {
  const inPackage = join(MODULES, 'node', 'bin', 'node');
  if (!existsSync(inPackage)) {
    mkdirSync(dirname(inPackage), { recursive: true });
    try {
      linkSync(program, inPackage);
    } catch {
      copyFileSync(program, inPackage);
    }
  }
  const command = join(MODULES, '.bin', 'node');
  if (versionOf(command) === versionOf(program)) return;
  mkdirSync(dirname(command), { recursive: true });
  rmSync(command, { force: true });
  symlinkSync(join('..', 'node', 'bin', 'node'), command);
}

function versionOf(program) {
  if (!existsSync(program)) return null;
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
