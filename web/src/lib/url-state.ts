import { useCallback, useMemo } from 'react';
import { useRouter, useSearch } from '@tanstack/react-router';
import { goBackTo } from './go-back-to.ts';

/** The query parameters of this app: flat names and plain strings. */
export type SearchParams = { readonly [name: string]: string | undefined };

/** Parses and formats one value in the URL. A value that formats to undefined is omitted. */
export interface UrlCodec<Value> {
  readonly parse: (text: string | undefined) => Value;
  readonly format: (value: Value) => string | undefined;
}

export type UrlValues<Codecs> = {
  readonly [Name in keyof Codecs]: Codecs[Name] extends { parse: (text: string | undefined) => infer Value }
    ? Value
    : never;
};

/** Free text. Empty is omitted. */
export const text = (): UrlCodec<string> => ({
  parse: (value) => value ?? '',
  format: (value) => (value === '' ? undefined : value),
});

/** One of a fixed list. An unknown value counts as the fallback. The fallback is omitted. */
export function oneOf<const Value extends string>(values: readonly Value[], fallback: NoInfer<Value>): UrlCodec<Value> {
  return {
    parse: (value) => values.find((known) => known === value) ?? fallback,
    format: (value) => (value === fallback ? undefined : value),
  };
}

/** An integer of at least `min`. The fallback is omitted. */
export function wholeNumber(fallback: number, { min = 0, max = 10_000_000 } = {}): UrlCodec<number> {
  return {
    parse: (value) => {
      if (value === undefined || !/^\d{1,8}$/.test(value)) return fallback;
      const number = Number(value);
      return number < min || number > max ? fallback : number;
    },
    format: (value) => (value === fallback ? undefined : String(value)),
  };
}

/** A calendar day, 2026-11-21, or empty. */
export const day = (): UrlCodec<string> => ({
  parse: (value) =>
    value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : '',
  format: (value) => (value === '' ? undefined : value),
});

/** On (`1`) or off (omitted). */
export const flag = (): UrlCodec<boolean> => ({
  parse: (value) => value === '1',
  format: (value) => (value ? '1' : undefined),
});

/** Parses `?a=1&b=x` to `{a: '1', b: 'x'}`. For a repeated name the last value counts. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

/** Formats parameters with `?`. Returns an empty string if there are none. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const result = params.toString();
  return result === '' ? '' : `?${result}`;
}

export function readUrlState<Codecs extends object>(codecs: Codecs, search: SearchParams): UrlValues<Codecs> {
  const entries = Object.entries(codecs as Record<string, UrlCodec<unknown>>);
  return Object.fromEntries(entries.map(([name, codec]) => [name, codec.parse(search[name])])) as UrlValues<Codecs>;
}

/** Returns the parameters after a change. Names outside the change keep their values. */
export function writeUrlState<Codecs extends object>(
  codecs: Codecs,
  change: Partial<UrlValues<Codecs>>,
): Record<string, string | undefined> {
  const known = codecs as Record<string, UrlCodec<unknown>>;
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, known[name]?.format(value)]));
}

/** Leaves out the filters that select everything. */
export const chosenFilters = <Filters extends Readonly<Record<string, string>>>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '' && value !== 'all')) as {
    readonly [Name in keyof Filters]?: Exclude<Filters[Name], 'all' | ''>;
  };

/** Returns the parameters without those whose name starts with `prefix`. */
export const withoutPrefix = (search: SearchParams, prefix: string): SearchParams =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !name.startsWith(prefix)));

interface UrlChangeOptions {
  readonly replace?: boolean;
  /** Also removes the parameters with this prefix: the filters of a window's list when the window closes. */
  readonly without?: string | undefined;
  /** Closes a window: goes back to the entry that opened it, so that Back closes it once and Forward reopens it. */
  readonly closes?: boolean;
}

export type SetUrlState<Codecs> = (change: Partial<UrlValues<Codecs>>, options?: UrlChangeOptions) => void;

/**
 * State in the URL: `const [{ tab }, setUrl] = useUrlState(codecs)`. Keep `codecs` at module level. A change adds a
 * history entry, so Back undoes it. Pass `replace` for keystrokes.
 */
export function useUrlState<Codecs extends object>(codecs: Codecs): [UrlValues<Codecs>, SetUrlState<Codecs>] {
  const search = useSearch({ strict: false });
  const router = useRouter();
  const values = useMemo(() => readUrlState(codecs, search), [codecs, search]);
  const set = useCallback<SetUrlState<Codecs>>(
    (change, { replace = false, without, closes = false } = {}) => {
      const next = (previous: SearchParams) => ({
        ...(without === undefined ? previous : withoutPrefix(previous, without)),
        ...writeUrlState(codecs, change),
      });
      if (closes && goBackTo(router, next)) return;
      void router.navigate({ to: '.', search: next, replace: replace || closes, resetScroll: false });
    },
    [codecs, router],
  );
  return [values, set];
}
