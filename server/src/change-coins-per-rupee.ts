import { worthOfCoins } from '@muneem/contract/conversions';
import { groupDigits, type Coins } from '@muneem/contract/money';
import { systemClock } from '#platform/clock/index.ts';
import { ConfigError, readConfig } from '#platform/config/index.ts';
import { changeCoinsPerRupee } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import { runCommand, showRupees, useDatabase } from './operator-command.ts';

const CONFIRM = '--confirm';
const USAGE = 'give a whole number from 1 to 1000000: npm run change-coins-per-rupee -- 10 [--confirm]';

/**
 * `npm run change-coins-per-rupee -- 10 [--confirm]`: shows the change, and applies it if confirmed.
 * Exits with 1 if it is refused.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const confirmed = words.includes(CONFIRM);
  const [value = '', ...more] = words.filter((word) => word !== CONFIRM);
  const to = /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 0;
  if (to < 1 || to > 1_000_000 || more.length > 0) throw new ConfigError(USAGE);
  return useDatabase(readConfig(process.env), async (database) => {
    const { from, balance } = await changeCoinsPerRupee({ database, clock: systemClock }, { to, openHolds, confirmed });
    process.stdout.write(describe({ from, to, balance, confirmed }));
  });
}

function describe(change: { from: number; to: number; balance: Coins; confirmed: boolean }): string {
  const { from, to, balance, confirmed } = change;
  const worth = (coinsPerRupee: number): string => showRupees(worthOfCoins(balance, coinsPerRupee));
  return [
    `COINS_PER_RUPEE: ${from} → ${to}`,
    `Every wallet keeps its number of coins, but their value changes: ${groupDigits(balance)} coins were ${worth(from)} and become ${worth(to)}.`,
    'Offers pay their rupees in the new number of coins. Past conversions keep their amounts.',
    confirmed
      ? `Changed. Set COINS_PER_RUPEE to ${to} or remove it, and restart every server. Until then, running servers credit nothing.`
      : `Nothing was changed. Run it again with ${CONFIRM} to change it.`,
    '',
  ].join('\n');
}

await runCommand('change-coins-per-rupee', main);
