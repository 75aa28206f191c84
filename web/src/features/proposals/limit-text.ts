import type { SecondPersonLimits } from '@muneem/contract/proposals';
import { groupDigits } from '@muneem/contract/money';
import { formatCount, formatRupees } from '#lib/format.ts';
import { sumRupees } from '#lib/sum-rupees.ts';
import { copy } from './proposals.copy.ts';

const words = copy.limit;

/** Payments that an admin is about to make, in rupees. */
export interface Payments {
  /** `byHand`: payments to clicks. */
  readonly kind: 'withdrawals' | 'byHand';
  readonly amounts: readonly number[];
  /** A bulk run. Its only amount is the total. */
  readonly isRun?: boolean;
}

interface Used {
  readonly limits: SecondPersonLimits;
  readonly approvedToday: number;
  readonly paidByHandToday: number;
  readonly deciders: readonly string[];
}

const rupees = (amount: number): string =>
  Number.isInteger(amount) ? `₹${groupDigits(amount)}` : formatRupees(amount);

export const names = (all: readonly string[]): string =>
  new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(all);

const isAbove = (amount: number, limit: number | null): limit is number => limit !== null && amount > limit;

/** Says that payments need a second person, and who that is. Undefined if one person may make them. */
export function limitText(payments: Payments, used: Used): string | undefined {
  const { deciders } = used;
  const why = whyTwo(payments, used);
  if (why === undefined) return undefined;
  return `${why} ${deciders.length === 0 ? words.noDecider : words.mustConfirm(names(deciders))}`;
}

function whyTwo({ kind, amounts, isRun = false }: Payments, { limits, ...used }: Used): string | undefined {
  const sum = sumRupees(amounts);
  const isByHand = kind === 'byHand';
  if (kind === 'withdrawals' && !isRun) {
    const { withdrawal: limit } = limits;
    const above = amounts.filter((amount) => isAbove(amount, limit));
    const [first] = above;
    if (limit !== null && first !== undefined)
      return amounts.length === 1
        ? words.one(rupees(first), rupees(limit))
        : words.some(formatCount(above.length), rupees(limit));
  }
  if (isRun && isAbove(sum, limits.run)) return words.run(rupees(sum), rupees(limits.run));
  const today = sumRupees([isByHand ? used.paidByHandToday : used.approvedToday, sum]);
  const dayLimit = isByHand ? limits.manualDay : limits.day;
  if (isAbove(today, dayLimit)) return words.day(rupees(sum), rupees(today), rupees(dayLimit));
  return undefined;
}
