import { coins, type Coins } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { ConfigError } from '#platform/config/index.ts';
import { transaction, type Sql, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import {
  countOpen,
  isCoinsPerRupee,
  lockCoinsPerRupee,
  saveCoinsPerRupee,
  storeCoinsPerRupee,
} from './coins-per-rupee.repository.ts';
import { sumWallets } from './ledger-inspection.repository.ts';

const DEFAULT_COINS_PER_RUPEE = 1;

type Dependencies = Pick<Platform, 'database' | 'clock'>;

/**
 * Stores COINS_PER_RUPEE for a new ledger. @returns the stored value
 * @throws ConfigError if the environment has another one
 */
export async function openCoinsPerRupee(
  { database, clock }: Dependencies,
  configured: number | undefined,
): Promise<number> {
  const stored = await transaction(database, (tx) =>
    storeCoinsPerRupee(tx, configured ?? DEFAULT_COINS_PER_RUPEE, clock.now()),
  );
  if (configured === undefined || configured === stored) return stored;
  throw new ConfigError(
    `COINS_PER_RUPEE is ${configured}, but this ledger has ${stored}: remove the setting, or change the ledger with npm run change-coins-per-rupee -- ${configured}`,
  );
}

/** @throws AppError `unavailable` if the ledger's value differs from the one at this server's start */
export async function assertCoinsPerRupee(tx: Tx, assumed: number): Promise<void> {
  if (await isCoinsPerRupee(tx, assumed)) return;
  throw new AppError('unavailable', 'COINS_PER_RUPEE was changed. Restart this server.');
}

interface ChangedWorth {
  readonly from: number;
  /** Sum over all wallets. The number of coins does not change. */
  readonly balance: Coins;
}

/**
 * Changes COINS_PER_RUPEE. Dry run unless `confirmed`.
 * @throws AppError `conflict` while a withdrawal is open; `wrong_state` if it is already this value
 */
export async function changeCoinsPerRupee(
  { database, clock }: Dependencies,
  { to, openHolds, confirmed }: { readonly to: number; readonly openHolds: Sql; readonly confirmed: boolean },
): Promise<ChangedWorth> {
  return transaction(database, async (tx) => {
    const from = await lockCoinsPerRupee(tx);
    if (from === null)
      throw new AppError('wrong_state', 'No server has started with this database yet. Set COINS_PER_RUPEE.');
    if (from === to) throw new AppError('wrong_state', `COINS_PER_RUPEE is already ${to}.`);
    const open = await countOpen(tx, openHolds);
    if (open > 0) {
      throw new AppError(
        'conflict',
        `${open} ${open === 1 ? 'withdrawal is' : 'withdrawals are'} not finished. Pay or reject each of them first.`,
      );
    }
    const { balance } = await sumWallets(tx);
    if (confirmed) {
      await saveCoinsPerRupee(tx, to, clock.now());
      await writeAudit(tx, SYSTEM_ACTORS.operator, 'ledger.change-coins-per-rupee', ['ledger', 'ledger'], {
        before: { coinsPerRupee: from },
        after: { coinsPerRupee: to, coinsInWallets: balance },
      });
    }
    return { from, balance: coins(balance) };
  });
}
