import { containsPattern, sql, type Sql } from './sql.ts';

/** A search collects at most this many matches by index, sorts them and counts them. */
export const MOST_COLLECTED = 10_000;
/** A trigram index needs at least this many letters. */
const TRIGRAM = 3;

/** The conditions of a search for texts. */
export interface TextMatch {
  /** For a trigram index. Null: the text is too short for one. */
  readonly byIndex: Sql | null;
  /** For rows read in the list's order. PostgreSQL uses no index of words for it. */
  readonly inOrder: Sql;
}

/**
 * Matches rows whose words contain one of the spellings, regardless of case. Collect `byIndex` up to `MOST_COLLECTED`; if
 * there are more, a page of the list is read `inOrder`: a common text is found after a few rows.
 * @param words an expression in lower case, with a trigram index
 * @param probes texts that the index looks for instead of the spellings, one for each
 */
export function textMatch(words: Sql, spellings: readonly string[], probes = spellings): TextMatch {
  const contains = (text: string): Sql => sql`position(${text.toLowerCase()} in ${words}) > 0`;
  const inOrder = sql`(${either(spellings.map(contains))})`;
  if (probes.some((text) => [...text].length < TRIGRAM)) return { byIndex: null, inOrder };
  const byIndex = either(probes.map((text) => sql`${words} like ${containsPattern(text.toLowerCase())}`));
  return { byIndex: probes === spellings ? sql`(${byIndex})` : sql`(${byIndex}) and ${inOrder}`, inOrder };
}

const either = (conditions: readonly Sql[]): Sql => conditions.reduce((before, next) => sql`${before} or ${next}`);
