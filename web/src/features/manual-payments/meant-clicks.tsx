import type { PayableClick } from '@muneem/contract/manual-payments';
import { formatCoins, formatCount } from '#lib/format.ts';
import { FactList } from '#ui/display/index.ts';
import { RunList, RunRow } from '#ui/run-outcome/index.ts';
import { copy } from './manual-payments.copy.ts';
import { userText } from './payments.tsx';

export interface MeantProps {
  readonly count: number;
  readonly coins: number;
  readonly users: number;
  readonly rows: readonly {
    readonly id: string;
    readonly first: string;
    readonly second: string;
    readonly coins: number;
  }[];
}

export const meantBy = (clicks: readonly PayableClick[]): MeantProps => ({
  count: clicks.length,
  coins: clicks.reduce((sum, { rewardCoins }) => sum + rewardCoins, 0),
  users: new Set(clicks.flatMap(({ userId }) => (userId === null ? [] : [userId._id]))).size,
  rows: clicks.map((click) => ({
    id: click.clickId,
    first: `${userText(click)} · ${click.offerId.title}`,
    second: click.alreadyRewarded ?? click.clickId,
    coins: click.rewardCoins,
  })),
});

export function Meant({ count, coins, users, rows }: MeantProps) {
  const words = copy.all;
  return (
    <>
      <FactList
        look="narrow"
        facts={[
          [words.clicks, formatCount(count)],
          [words.coins, formatCount(coins)],
          [words.users, formatCount(users)],
        ]}
      />
      <RunList label={words.list}>
        {rows.map((row) => (
          <RunRow key={row.id} first={row.first} second={row.second}>
            <strong>{formatCoins(row.coins)}</strong>
          </RunRow>
        ))}
      </RunList>
    </>
  );
}
