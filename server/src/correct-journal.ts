import { AppError } from '#platform/app-error/index.ts';
import { systemClock } from '#platform/clock/index.ts';
import { ConfigError, readConfig } from '#platform/config/index.ts';
import type { Database } from '#platform/database/index.ts';
import { correctJournal } from '#features/ledger/index.ts';
import { runCommand, useDatabase } from './operator-command.ts';

const USAGE = 'give a journal and a reason: npm run correct-journal -- 4711 "posted by mistake" [--keep]';

/** `npm run correct-journal -- <journal> "<reason>" [--keep]`. Exits with 1 if the journal cannot be corrected. */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const keep = words.includes('--keep');
  const [id = '', reason = '', ...more] = words.filter((word) => word !== '--keep');
  if (!/^\d{1,15}$/.test(id) || reason.trim() === '' || more.length > 0) throw new ConfigError(USAGE);
  const correct = async (database: Database): Promise<void> => {
    const correction = { journalId: Number(id), reason: reason.trim(), keep };
    const problem = await correctJournal({ database, clock: systemClock }, correction).catch(suggestKeep);
    const done = keep ? 'The wallet keeps the coins.' : 'A reversing journal took the coins.';
    process.stdout.write(`${problem}\n${done} Run "npm run verify-ledger" next.\n`);
  };
  return useDatabase(readConfig(process.env), correct, { as: 'owner' });
}

function suggestKeep(error: unknown): never {
  if (!(error instanceof AppError && error.code === 'insufficient_coins')) throw error;
  throw new AppError(error.code, `${error.userMessage} Use --keep to let the user keep the coins.`);
}

await runCommand('correct-journal', main);
