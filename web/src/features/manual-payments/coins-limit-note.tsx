import { useQuery } from '@tanstack/react-query';
import { rewardRulesQuery } from '#features/offers/index.ts';
import { LimitNote, useIsSecondPersonInUse } from '#features/proposals/index.ts';

interface CoinsLimitNoteProps {
  readonly coins: number;
  readonly isRun?: boolean;
}

/** The limit of payments by hand is in rupees. */
export function CoinsLimitNote({ coins, isRun = false }: CoinsLimitNoteProps) {
  const { data: rules } = useQuery({ ...rewardRulesQuery, enabled: useIsSecondPersonInUse() });
  if (rules === undefined) return null;
  return <LimitNote kind="byHand" total={Math.round((coins * 100) / rules.coinsPerRupee) / 100} isRun={isRun} />;
}
