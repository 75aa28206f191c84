import { useQuery } from '@tanstack/react-query';
import { rewardRulesQuery } from '../offers.queries.ts';
import classes from './offer-form.module.css';
import type { PayoutHint } from './payout-hint.ts';

/** The hint below a field, from the server's coins per rupee. Another backend may not have the route: then it is empty. */
export function Hint({ of }: { readonly of: (coinsPerRupee: number) => PayoutHint | undefined }) {
  const { data: rules } = useQuery(rewardRulesQuery);
  const hint = rules && of(rules.coinsPerRupee);
  return hint && <span className={hint.isWarning ? classes['warn'] : undefined}>{hint.text}</span>;
}
