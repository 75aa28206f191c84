import { DEFAULT_SYSTEM_NAME } from '@muneem/contract/settings';
import { systemClock } from '#platform/clock/index.ts';
import { ConfigError, readConfig, type Config } from '#platform/config/index.ts';
import type { Database } from '#platform/database/index.ts';
import { findOpenRestore } from '#platform/restored-copy/index.ts';
import { resetByOperator } from '#features/admins/index.ts';
import { ownerMail } from '#features/auth/index.ts';
import { findSystemName } from '#features/settings/index.ts';
import { runCommand, useDatabase } from './operator-command.ts';
import { sendByOperator } from './send-by-operator.ts';

/**
 * `npm run reset-second-factor -- admin@example.com`: for an admin who lost phone and recovery codes, if no other admin
 * can help. The server may run. Exits with 1 if there is nothing to reset.
 */
async function main(): Promise<void> {
  const [address, ...more] = process.argv.slice(2);
  const email = address?.trim().toLowerCase() ?? '';
  if (email === '' || more.length > 0)
    throw new ConfigError('give one email address: npm run reset-second-factor -- admin@example.com');
  const config = readConfig(process.env);
  return useDatabase(config, (database) => reset(config, database, email));
}

async function reset(config: Config, database: Database, email: string): Promise<void> {
  const { sessionsEnded } = await resetByOperator({ database, clock: systemClock }, email);
  process.stdout.write(
    `The authenticator app of ${email} was removed, and their sessions (${sessionsEnded}) were ended.\n` +
      'They sign in with their password and a code that comes by mail.\n',
  );
  const systemName = (await findSystemName(database)) ?? DEFAULT_SYSTEM_NAME;
  const from = { publicUrl: config.PUBLIC_URL, systemName: () => systemName };
  const isUnconfirmed = (await findOpenRestore(database)) !== null;
  const mail = ownerMail(from, email, 'authenticator_removed');
  await sendByOperator('reset-second-factor', config, [mail], isUnconfirmed);
}

await runCommand('reset-second-factor', main);
