import type { RouteAnswer } from '@muneem/contract/http';
import type { getSecondPerson } from '@muneem/contract/proposals';
import { groupDigits } from '@muneem/contract/money';
import { formatCount, formatRupees } from '#lib/format.ts';
import { sumRupees } from '#lib/sum-rupees.ts';
import { copy } from './proposals.copy.ts';

const words = copy.limit;

/** Payments that an admin is about to make. */
export interface Payments {
  /** `byHand`: payments to clicks. */
  readonly kind: 'withdrawals' | 'byHand';
  /** Rupees. */
  readonly total: number;
  /** The rupees of each withdrawal, if they are known here. */
  readonly each?: readonly number[];
  /** A bulk run. */
  readonly isRun?: boolean;
}

type Used = Pick<RouteAnswer<typeof getSecondPerson>, 'limits' | 'approvedToday' | 'paidByHandToday' | 'deciders'>;

const rupees = (amount: number): string =>
  Number.isInteger(amount) ? `₹${groupDigits(amount)}` : formatRupees(amount);

export const names = (all: readonly string[]): string =>
  new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(all);

const isAbove = (amount: number, limit: number | null): limit is number => limit !== null && amount > limit;

/** Says that payments need a second person, and who that is. Undefined if one person may make them. */
export function limitText({ kind, total, each = [], isRun = false }: Payments, used: Used): string | undefined {
  const { limits, deciders } = used;
  const who = deciders.length === 0 ? words.noDecider : words.mustConfirm(names(deciders));
  if (isRun && isAbove(total, limits.run)) return `${words.run(rupees(total), rupees(limits.run))} ${who}`;
  const { withdrawal: limit } = limits;
  const above = each.filter((amount) => isAbove(amount, limit)).length;
  if (limit !== null && above > 0)
    return isRun ? words.some(formatCount(above), rupees(limit)) : `${words.one(rupees(total), rupees(limit))} ${who}`;
  const [dayLimit, before] =
    kind === 'byHand' ? [limits.manualDay, used.paidByHandToday] : [limits.day, used.approvedToday];
  const today = sumRupees([before, total]);
  if (!isAbove(today, dayLimit)) return undefined;
  return `${words.day(rupees(total), rupees(today), rupees(dayLimit))} ${isRun ? words.restStays : who}`;
}
