import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.ts';

const MIN_SECRET_LENGTH = 32;
const FILE = 'app-secret';
const PREVIOUS_FILE = 'app-secret-previous';

/** The secret that encrypts stored secrets, and the previous one while both are valid. */
export interface AppSecrets {
  readonly APP_SECRET: string;
  readonly APP_SECRET_PREVIOUS?: string | undefined;
}

/** Reads the secrets from the settings, else from DATA_DIR. @returns null if there are none @throws ConfigError */
export async function findAppSecrets(config: Config): Promise<AppSecrets | null> {
  const { APP_SECRET: secret, APP_SECRET_PREVIOUS: previous, DATA_DIR: dataDir } = config;
  if (secret !== undefined) return { APP_SECRET: secret, APP_SECRET_PREVIOUS: previous };
  const kept = await readSecret(join(dataDir, FILE));
  if (kept === undefined) return null;
  return { APP_SECRET: kept, APP_SECRET_PREVIOUS: previous ?? (await readSecret(join(dataDir, PREVIOUS_FILE))) };
}

/** Like `findAppSecrets`, and creates the secret on the first start. Only this OS user can read the file. */
export async function readOrMakeAppSecrets(config: Config): Promise<AppSecrets> {
  const found = await findAppSecrets(config);
  if (found !== null) return found;
  const path = join(config.DATA_DIR, FILE);
  const secret = newSecret();
  await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(path, 0o600);
  return { APP_SECRET: secret, APP_SECRET_PREVIOUS: undefined };
}

/**
 * Creates the next secret in DATA_DIR and keeps the current one as the previous. The server reads both at its next start.
 * @throws ConfigError if the secret is not in DATA_DIR, or the last rotation is not finished
 */
export async function makeNextAppSecret(dataDir: string): Promise<void> {
  const [current, previous] = [await readSecret(join(dataDir, FILE)), await readSecret(join(dataDir, PREVIOUS_FILE))];
  if (current === undefined) throw new ConfigError(`${dataDir} contains no ${FILE}`);
  // If they are equal, the last call stopped before it wrote the new secret.
  if (previous !== undefined && previous !== current)
    throw new ConfigError('a rotation is under way: restart the server, then run "npm run rotate-secret"');
  await replaceFile(dataDir, PREVIOUS_FILE, current);
  await replaceFile(dataDir, FILE, newSecret());
}

/** Ends a rotation whose secrets are in DATA_DIR. @returns whether there was a previous secret */
export async function deletePreviousSecret(dataDir: string): Promise<boolean> {
  const path = join(dataDir, PREVIOUS_FILE);
  if ((await readSecret(path)) === undefined) return false;
  await rm(path);
  return true;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** The secret is on the disk before it replaces the file: stored secrets cannot be decrypted without it. */
async function replaceFile(dataDir: string, name: string, secret: string): Promise<void> {
  const path = join(dataDir, name);
  await writeFile(`${path}.new`, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  const folder = await open(dataDir, 'r');
  await folder.sync();
  await folder.close();
}

async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined || text.trim().length >= MIN_SECRET_LENGTH) return text?.trim();
  throw new ConfigError(
    `${path} is damaged: restore it from your backup, because stored secrets cannot be decrypted without it`,
  );
}
