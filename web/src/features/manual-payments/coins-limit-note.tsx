import { coins as coinsOf } from '@muneem/contract/money';
import { worthOfCoins } from '@muneem/contract/conversions';
import { useQuery } from '@tanstack/react-query';
import { rewardRulesQuery } from '#features/offers/index.ts';
import { LimitNote, useIsSecondPersonInUse } from '#features/proposals/index.ts';

/** The limit of payments by hand is in rupees. `coins`: of each payment. */
export function CoinsLimitNote({
  coins,
  isRun = false,
}: {
  readonly coins: readonly number[];
  readonly isRun?: boolean;
}) {
  const { data: rules } = useQuery({ ...rewardRulesQuery, enabled: useIsSecondPersonInUse() });
  if (rules === undefined) return null;
  const amounts = coins.map((count) => worthOfCoins(coinsOf(count), rules.coinsPerRupee) / 100);
  return <LimitNote kind="byHand" amounts={amounts} isRun={isRun} />;
}
