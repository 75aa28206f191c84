import type { NetworkDialect } from '@muneem/contract/networks';

/** A dialect as it is typed: values are separated by commas. */
export type DialectValues = Readonly<Record<keyof NetworkDialect, string>>;

export const NO_DIALECT: DialectValues = { clickIdParam: '', statusParam: '', approve: '', pending: '', reverse: '' };

export const dialectToValues = (dialect: NetworkDialect | null): DialectValues =>
  dialect === null
    ? NO_DIALECT
    : {
        ...dialect,
        approve: dialect.approve.join(', '),
        pending: dialect.pending.join(', '),
        reverse: dialect.reverse.join(', '),
      };

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Null if nothing is typed. */
export function valuesToDialect(values: DialectValues): NetworkDialect | null {
  if (Object.values(values).every((text) => text.trim() === '')) return null;
  const { approve, pending, reverse, ...names } = values;
  return { ...names, approve: listOf(approve), pending: listOf(pending), reverse: listOf(reverse) };
}
