import { useQuery } from '@tanstack/react-query';
import { rewardRulesQuery } from '../offers.queries.ts';
import classes from './offer-form.module.css';
import type { PayoutHint, RewardRules } from './payout-hint.ts';

interface HintProps {
  readonly of: (rules: RewardRules) => PayoutHint | undefined;
  /** While there is no hint. */
  readonly otherwise?: string;
}

/** The hint below a field, from the server's rules. Another backend may not have the route: then it is empty. */
export function Hint({ of, otherwise }: HintProps) {
  const { data: rules } = useQuery(rewardRulesQuery);
  const hint = rules && of(rules);
  if (hint === undefined) return otherwise;
  return <span className={hint.isWarning ? classes['warn'] : undefined}>{hint.text}</span>;
}
