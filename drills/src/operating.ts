import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { line } from '@muneem/bench/report.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const READ_BY_OTHERS = 0o005;

/** Returns whether services, which run as another user, can read the product. If not, prints the reason. */
export function canServicesRead(): boolean {
  if ((statSync(ROOT).mode & READ_BY_OTHERS) === READ_BY_OTHERS) return true;
  line(`– not run: services run as another user, who cannot read ${ROOT} (chmod o+rx)`);
  return false;
}

interface Surroundings {
  /** Values for the settings and names that the block uses. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Texts of the block that are different here, such as a path of a real installation. */
  readonly instead?: Readonly<Record<string, string>>;
  /** The words before `bash` that run it on another machine. */
  readonly inside?: readonly string[];
}

/**
 * Runs one command block of docs/operating.md as an operator does, in the repository's folder.
 * @param name the word after `sh` on the block's first line
 * @returns everything that it printed
 * @throws Error with the output if a command fails
 */
export async function followManual(
  name: string,
  { environment = {}, instead = {}, inside = [] }: Surroundings = {},
): Promise<string> {
  let commands = readBlock(name);
  for (const [text, other] of Object.entries(instead)) commands = commands.replaceAll(text, other);
  const [program, ...words] = [...inside, 'bash', '-euo', 'pipefail', '-c', commands];
  const child = spawn(program, words, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the block ${name} of docs/operating.md ended with ${code}:\n${output}`);
  return output;
}

/** Returns the commands of one block of docs/operating.md. */
export function readBlock(name: string): string {
  const manual = readFileSync(`${ROOT}/docs/operating.md`, 'utf8');
  const commands = new RegExp(`^\`\`\`sh ${name}\n([^]*?)^\`\`\`$`, 'm').exec(manual)?.[1];
  if (commands === undefined) throw new Error(`docs/operating.md has no block ${name}`);
  return commands;
}
