import type { ReconciliationRun } from '@muneem/contract/payouts';
import { formatCount } from '#lib/format.ts';
import { copy } from './payouts.copy.ts';

const words = copy.differences;

/** Summarises all transfers of the statement. The parts add up to the total of the first line. */
export function comparedText({
  entries,
  matched,
  differing,
  underWay,
  tooRecent,
}: Pick<ReconciliationRun, 'entries' | 'matched' | 'differing' | 'underWay' | 'tooRecent'>): string {
  if (differing === null || underWay === null || tooRecent === null) return words.agreeAlone(formatCount(matched));
  const others = [
    ...(differing > 0 ? [words.differing(formatCount(differing))] : []),
    ...(underWay > 0 ? [words.underWay(formatCount(underWay))] : []),
    ...(tooRecent > 0 ? [words.tooRecent(formatCount(tooRecent))] : []),
  ];
  const all = words.agree(formatCount(matched), formatCount(entries));
  return `${all}${others.length > 0 ? `; ${others.join(', ')}` : ''}.`;
}
