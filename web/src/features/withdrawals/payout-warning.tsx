import { ApiError } from '@muneem/contract/http';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LimitNote, type Payments } from '#features/proposals/index.ts';
import { errorText } from '#lib/api-error.ts';
import { copy } from './withdrawals.copy.ts';
import { balanceQuery } from './withdrawals.queries.ts';

/** Document 001 §8: the server's message, else the HTTP status, else (without an answer) the fixed text. */
const balanceFailure = (error: unknown): string =>
  errorText(error, error instanceof ApiError && error.kind === 'http' ? '{message}' : copy.balance.failed);

/** The provider's balance. `failed`: why the provider refused the call, or why it could not be made. */
export function useBalance() {
  const query = useQuery(balanceQuery());
  const { data, error } = query;
  const failed =
    data?.success === false ? (data.error ?? copy.balance.failed) : error ? balanceFailure(error) : undefined;
  return { ...query, failed };
}

/** Says that payments will probably fail: the provider refuses the balance call, or payouts are stopped. */
export function PayoutWarning() {
  const { data, failed } = useBalance();
  const why = failed ?? (data?.stopped ? `${copy.stopped} ${data.stopped.message}` : undefined);
  if (why === undefined) return null;
  return (
    <Alert color="red" p="xs" mb="xs" role="alert">
      {copy.probablyFails(why.replace(/\.$/, ''))}
    </Alert>
  );
}

/** Reasons to stop before a payment. */
export const PayWarnings = (payments: Payments) => (
  <>
    <PayoutWarning />
    <LimitNote {...payments} />
  </>
);
