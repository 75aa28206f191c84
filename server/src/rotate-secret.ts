import { AppError } from '#platform/app-error/index.ts';
import { createSecretBox } from '#platform/crypto/index.ts';
import {
  ConfigError,
  findAppSecrets,
  deletePreviousSecret,
  makeNextAppSecret,
  readConfig,
} from '#platform/config/index.ts';
import type { Database } from '#platform/database/index.ts';
import { HASH_KEY, isOtherSecretInUse, rotateSecrets } from '#platform/stored-secrets/index.ts';
import { AUTHENTICATOR_SECRETS } from '#features/auth/index.ts';
import { POSTBACK_SECRETS } from '#features/custom-postbacks/index.ts';
import { OFFER_TOKENS } from '#features/offers/index.ts';
import { PROPOSAL_SECRETS } from '#features/proposals/index.ts';
import { SETTINGS_SECRETS } from '#features/settings/index.ts';
import { runCommand, useDatabase } from './operator-command.ts';

/** Every stored secret. A test compares the list with the columns of the database. */
const COLUMNS = [
  HASH_KEY,
  ...SETTINGS_SECRETS,
  AUTHENTICATOR_SECRETS,
  OFFER_TOKENS,
  POSTBACK_SECRETS,
  PROPOSAL_SECRETS,
];
const NEW_FILE = '--new-file';

/**
 * `npm run rotate-secret [-- --new-file]`: encrypts all stored secrets with the current APP_SECRET. With `--new-file` it
 * creates the next secret in DATA_DIR first. Exits with 1 if a secret cannot be decrypted.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.some((word) => word !== NEW_FILE)) throw new ConfigError(`npm run rotate-secret [-- ${NEW_FILE}]`);
  const config = readConfig(process.env);
  if (words.length > 0) {
    if (config.APP_SECRET !== undefined) throw new ConfigError('APP_SECRET is set: change that setting, not the file');
    await makeNextAppSecret(config.DATA_DIR);
    process.stdout.write('DATA_DIR has a new app-secret. Restart the server, then run "npm run rotate-secret".\n');
    return;
  }
  const secrets = await findAppSecrets(config);
  if (secrets?.APP_SECRET_PREVIOUS === undefined)
    throw new ConfigError('set APP_SECRET to the new secret and APP_SECRET_PREVIOUS to the old one');
  const box = createSecretBox(secrets.APP_SECRET, secrets.APP_SECRET_PREVIOUS);
  const { rotated, unreadable } = await useDatabase(config, async (database) => {
    await refuseOtherServers(database, secrets.APP_SECRET);
    const done = await rotateSecrets(database, box, COLUMNS);
    // One may have started meanwhile.
    await refuseOtherServers(database, secrets.APP_SECRET);
    return done;
  });
  process.stdout.write(`${rotated} secrets were encrypted with the new APP_SECRET. ${unreadable.length} are left.\n`);
  if (unreadable.length > 0)
    throw new AppError('wrong_state', `neither secret decrypts: ${unreadable.join(', ')}. Enter them again.`);
  if (config.APP_SECRET !== undefined)
    process.stdout.write('Remove APP_SECRET_PREVIOUS from every server and restart it.\n');
  else if (await deletePreviousSecret(config.DATA_DIR)) process.stdout.write('The previous app-secret was removed.\n');
}

/** A server that still encrypts with the old secret would save more that the new one does not decrypt. */
async function refuseOtherServers(database: Database, secret: string): Promise<void> {
  if (!(await isOtherSecretInUse(database, secret))) return;
  throw new ConfigError(
    'a running server does not encrypt with the new APP_SECRET: restart it with the old one as APP_SECRET_PREVIOUS, then repeat this command',
  );
}

await runCommand('rotate-secret', main);
