import type { Paise } from '@muneem/contract/money';
import type { StatementCredit, StatementEntry, StatementRows } from './payout-provider.ts';
import { isObject, text } from './provider-answer.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A row that was read, or why it could not be read. */
type ReadRow = { readonly entry: StatementEntry } | { readonly credit: StatementCredit } | 'skipped' | string;

/** Reads the rows of a statement one by one: an odd one is named, and the others still count. */
export function readRows(rows: readonly unknown[], read: (row: Fields) => ReadRow): StatementRows {
  const entries: StatementEntry[] = [];
  const credits: StatementCredit[] = [];
  const unread: string[] = [];
  for (const row of rows) {
    const result = isObject(row) ? read(row) : 'it is no object';
    if (typeof result === 'object') {
      if ('entry' in result) entries.push(result.entry);
      else credits.push(result.credit);
    } else if (result !== 'skipped') unread.push(`${isObject(row) ? nameOf(row) : 'A row'}: ${result}`);
  }
  return { rows: rows.length, entries, credits, unread };
}

const nameOf = (row: Fields): string =>
  text(row['transcation_id']) ?? text(row['transaction_id']) ?? text(row['id']) ?? text(row['reference_id']) ?? 'A row';

const CREDIT = /^(credit|cr|c)$/i;
const DEBIT = /^(debit|dr|d)$/i;
const DIRECTIONS = ['type', 'transaction_type', 'txn_type', 'trx_type', 'entry_type'];

/** Reads in which direction the money went. A row that does not say it is a transfer of ours. */
export function directionOf(row: Fields): 'debit' | 'credit' | 'unclear' {
  const words = DIRECTIONS.flatMap((name) => text(row[name]) ?? []);
  const [isCredit, isDebit] = [isAbove0(row['credit']), isAbove0(row['debit'])];
  if (words.some((word) => !CREDIT.test(word) && !DEBIT.test(word))) return 'unclear';
  const credit = isCredit || words.some((word) => CREDIT.test(word));
  const debit = isDebit || words.some((word) => DEBIT.test(word));
  if (credit && debit) return 'unclear';
  return credit ? 'credit' : 'debit';
}

const isAbove0 = (value: unknown): boolean => typeof value !== 'boolean' && Number(value ?? 0) > 0;

/** Builds a credit. Its words are those of all its texts, also one level below. */
export const creditOf = (row: Fields, amountPaise: Paise, madeAt: Date): { readonly credit: StatementCredit } => ({
  credit: {
    names: [...new Set(textsOf(row).flatMap((each) => each.match(/[\w-]{6,}/g) ?? []))],
    amountPaise,
    madeAt,
  },
});

const textsOf = (row: Fields): string[] =>
  Object.values(row).flatMap((value) => {
    const inner = isObject(value) ? Object.values(value) : [value];
    return inner.flatMap((each) => text(each) ?? []);
  });

const FROM = Date.parse('2000-01-01');
const UNTIL = Date.parse('2200-01-01');

/** Returns a time that PostgreSQL can store, or undefined. */
export function timeOf(ms: number): Date | undefined {
  return ms >= FROM && ms < UNTIL ? new Date(ms) : undefined;
}
