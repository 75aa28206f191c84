import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

const INSIDE = 'MUNEEM_DRILL_INSIDE';
const UNSHARE = '/usr/bin/unshare';

/**
 * Runs a drill again in network, process and mount namespaces of its own: it can cut its networks, and every process
 * that it started ends with it. Needs root. The shell reaps processes whose parents were killed.
 * @param namespaces other options of unshare
 * @returns undefined inside the namespaces; outside whether the drill kept its limits
 */
export async function inOwnNamespaces(
  drill: string,
  namespaces = ['--net', '--pid', '--mount', '--mount-proc', '--fork', '--kill-child'],
): Promise<boolean | 'not run' | undefined> {
  if (process.env[INSIDE] === drill) return undefined;
  if (process.getuid?.() !== 0 || !existsSync(UNSHARE)) return 'not run';
  const command = [process.execPath, ...process.execArgv, process.argv[1] ?? '', drill];
  const child = spawn(UNSHARE, [...namespaces, 'sh', '-c', 'ip link set lo up; "$@"; exit $?', 'sh', ...command], {
    env: { ...process.env, [INSIDE]: drill },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
