import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SERVER_FLAG } from './commands.ts';
import { ROOT } from './install.mjs';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze';

test('builds the image on the Node version that package.json pins', () => {
  const { node } = (JSON.parse(read('package.json')) as { dependencies: { node: string } }).dependencies;
  expect(read('deploy/Containerfile')).toContain(`ARG BASE=docker.io/library/node:${node}-`);
});

test('starts the server in the image and the service with the flags of npm start', () => {
  for (const file of ['deploy/Containerfile', 'deploy/muneem@.service']) expect(read(file)).toContain(SERVER_FLAG);
});

test.skipIf(!existsSync(SYSTEMD_ANALYZE))('writes a unit that systemd accepts (needs systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muneem-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unit = join(folder, 'muneem@.service');
  // systemd also checks that the program exists.
  writeFileSync(unit, read('deploy/muneem@.service').replaceAll('/opt/muneem', ROOT));
  const output = execFileSync(SYSTEMD_ANALYZE, ['verify', unit], { encoding: 'utf8', stdio: 'pipe' });
  expect(output).toBe('');
});
