import { closeSync, constants, openSync } from 'node:fs';
import { EmbeddedPostgresError, runToEnd } from './programs.ts';

/** macOS takes the lock with this open(2) flag. Linux has no such flag and needs the program flock. */
const O_EXLOCK = 0x20;
/** Exit code of flock when another process holds the lock. */
const CONFLICT = 1;

/**
 * Locks a file without waiting. The kernel keeps the lock while this process or a child with the descriptor lives, so
 * it cannot go stale. A copy of the file is a different lock.
 * @returns the open descriptor, or undefined when another process holds the lock
 */
export async function lockFile(path: string): Promise<number | undefined> {
  if (process.platform === 'darwin') return lockAtOpen(path);
  const descriptor = openSync(path, 'a', 0o600);
  try {
    const { code, stderr } = await runToEnd(['flock', '--nonblock', '3'], descriptor);
    if (code === 0) return descriptor;
    if (code !== CONFLICT) throw new EmbeddedPostgresError(`${path} cannot be locked: ${stderr}`);
  } catch (error) {
    closeSync(descriptor);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new EmbeddedPostgresError(
      'The embedded database needs the program flock of util-linux: install it, or set DATABASE_URL.',
    );
  }
  closeSync(descriptor);
  return undefined;
}

function lockAtOpen(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}
