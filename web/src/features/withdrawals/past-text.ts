import type { ListedWithdrawal } from '@muneem/contract/withdrawals';
import { formatCount } from '#lib/format.ts';
import { copy } from './withdrawals.copy.ts';

const words = copy.past;

/** "So far 4 paid, 1 rejected": the user's earlier withdrawals. */
export function pastText(past: ListedWithdrawal['past']): string {
  if (past === null) return '';
  const { paid, rejected, isCutShort } = past;
  const counted = (count: number): string => `${formatCount(count)}${isCutShort ? '+' : ''}`;
  const parts = [
    ...(paid > 0 ? [words.paid(counted(paid))] : []),
    ...(rejected > 0 ? [words.rejected(counted(rejected))] : []),
  ];
  return parts.length === 0 ? words.none : words.soFar(parts.join(', '));
}
