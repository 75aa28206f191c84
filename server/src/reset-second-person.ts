import { DEFAULT_SYSTEM_NAME } from '@muneem/contract/settings';
import { ConfigError, readConfig, type Config } from '#platform/config/index.ts';
import type { Database } from '#platform/database/index.ts';
import { renderMail } from '#platform/mailer/index.ts';
import { findOpenRestore } from '#platform/restored-copy/index.ts';
import { resetSecondPerson } from '#features/proposals/index.ts';
import { findSystemName } from '#features/settings/index.ts';
import { runCommand, useDatabase } from './operator-command.ts';
import { sendByOperator } from './send-by-operator.ts';

/**
 * `npm run reset-second-person`: switches all limits of one person off, if a single administrator is left who could
 * decide. Takes the open proposals back, writes the audit log and mails all owners. The server may run.
 */
async function main(): Promise<void> {
  if (process.argv.length > 2) throw new ConfigError('reset-second-person takes no arguments');
  const config = readConfig(process.env);
  return useDatabase(config, (database) => reset(config, database));
}

async function reset(config: Config, database: Database): Promise<void> {
  const { withdrawn, owners } = await resetSecondPerson(database);
  process.stdout.write(
    `All limits of one person are off. ${withdrawn} open proposals were withdrawn.\nThe owners are mailed: ${owners.join(', ')}\n`,
  );
  const systemName = (await findSystemName(database)) ?? DEFAULT_SYSTEM_NAME;
  const mails = owners.map((to) =>
    renderMail({
      to,
      systemName,
      subject: `${systemName}: the second person was switched off`,
      heading: 'The second person was switched off',
      paragraphs: [
        'A person with a shell on the server has switched all limits of one person off. One administrator can pay any amount again.',
        `${withdrawn} open proposals were withdrawn.`,
      ],
      link: { label: 'Open System Settings', url: `${config.PUBLIC_URL}/settings`, asButton: true },
      notes: ['If you do not expect this, talk to your server administrator at once, and set the limits again.'],
    }),
  );
  await sendByOperator('reset-second-person', config, mails, (await findOpenRestore(database)) !== null);
}

await runCommand('reset-second-person', main);
