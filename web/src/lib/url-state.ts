import { useCallback, useMemo } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** The search part of an address as this app uses it: flat names and texts, nothing quoted. */
export type SearchParams = { readonly [name: string]: string | undefined };

/** How one value stands in the address. A value that formats to undefined is left out of it. */
export interface UrlCodec<Value> {
  readonly parse: (text: string | undefined) => Value;
  readonly format: (value: Value) => string | undefined;
}

export type UrlCodecs = {
  readonly [name: string]:
    UrlCodec<never> | UrlCodec<unknown> | UrlCodec<string> | UrlCodec<number> | UrlCodec<boolean>;
};
export type UrlValues<Codecs> = {
  readonly [Name in keyof Codecs]: Codecs[Name] extends { parse: (text: string | undefined) => infer Value }
    ? Value
    : never;
};

/** Free text; empty is left out. */
export const text = (): UrlCodec<string> => ({
  parse: (value) => value ?? '',
  format: (value) => (value === '' ? undefined : value),
});

/** One of a fixed list; anything else in the address counts as the fallback, and the fallback is left out. */
export function oneOf<const Value extends string>(values: readonly Value[], fallback: NoInfer<Value>): UrlCodec<Value> {
  return {
    parse: (value) => values.find((known) => known === value) ?? fallback,
    format: (value) => (value === fallback ? undefined : value),
  };
}

/** A whole number of at least `min`; the fallback is left out. */
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

/** On (`1`) or off (left out). */
export const flag = (): UrlCodec<boolean> => ({
  parse: (value) => value === '1',
  format: (value) => (value ? '1' : undefined),
});

/** `?a=1&b=x` → `{a: '1', b: 'x'}`; of a name that is given twice the last one counts. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

/** The opposite: with `?`, or empty when nothing is left to say. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const result = params.toString();
  return result === '' ? '' : `?${result}`;
}

/** Values out of an address. */
export function readUrlState<Codecs extends object>(codecs: Codecs, search: SearchParams): UrlValues<Codecs> {
  const entries = Object.entries(codecs as Record<string, UrlCodec<unknown>>);
  return Object.fromEntries(entries.map(([name, codec]) => [name, codec.parse(search[name])])) as UrlValues<Codecs>;
}

/** The parameters that a change of values makes; names that are not in the change are not touched. */
export function writeUrlState<Codecs extends object>(
  codecs: Codecs,
  change: Partial<UrlValues<Codecs>>,
): Record<string, string | undefined> {
  const known = codecs as Record<string, UrlCodec<unknown>>;
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, known[name]?.format(value)]));
}

/** What is left of an address when everything whose name begins with `prefix` is taken out of it. */
export const withoutPrefix = (search: SearchParams, prefix: string): SearchParams =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !name.startsWith(prefix)));

interface UrlChangeOptions {
  readonly replace?: boolean;
  /** What begins with it leaves the address too: the filters of a window's list when the window is closed. */
  readonly without?: string | undefined;
}

export type SetUrlState<Codecs> = (change: Partial<UrlValues<Codecs>>, options?: UrlChangeOptions) => void;

/**
 * State that lives in the address: `const [{ tab }, setUrl] = useUrlState(codecs)`. Keep `codecs` at module level.
 * A change makes a history entry, so Back undoes it; pass `replace` for keystrokes.
 */
export function useUrlState<Codecs extends object>(codecs: Codecs): [UrlValues<Codecs>, SetUrlState<Codecs>] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const values = useMemo(() => readUrlState(codecs, search), [codecs, search]);
  const set = useCallback<SetUrlState<Codecs>>(
    (change, { replace = false, without } = {}) => {
      const next = (previous: SearchParams) => ({
        ...(without === undefined ? previous : withoutPrefix(previous, without)),
        ...writeUrlState(codecs, change),
      });
      void navigate({ to: '.', search: next, replace, resetScroll: false });
    },
    [codecs, navigate],
  );
  return [values, set];
}
