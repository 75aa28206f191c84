import type { PaidBefore } from '@muneem/contract/withdrawals';
import { formatDateTime } from '#lib/format.ts';
import { copy } from './withdrawals.copy.ts';

const words = copy.paidBefore;

/** Says that the provider reported a payment as paid, then as failed, and when the money may move again. */
export function paidBeforeText({
  paidAt,
  failedAt,
  possibleAt,
  lookupsLeft,
  returnedAt,
  mayPayAgain,
}: PaidBefore): string {
  const said = words.said(formatDateTime(paidAt), formatDateTime(failedAt));
  if (returnedAt !== null) return `${said} ${words.returned(formatDateTime(returnedAt))}`;
  if (mayPayAgain) return `${said} ${words.possible}`;
  return `${said} ${words.notYet(formatDateTime(possibleAt), lookupsLeft)}`;
}
