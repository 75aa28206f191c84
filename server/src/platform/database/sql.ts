import sql, { empty, join, raw, Sql } from 'sql-template-tag';

/** A statement with its values apart from its text: `sql\`… ${value}\``. `raw` is for names that we wrote ourselves. */
export { empty, join, raw, sql, Sql };

/** Joins conditions: `a and b and …`, or `true` without any. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : join(conditions, ' and ');
}

/** Text for `like`/`ilike` in which the user's `%`, `_` and `\` mean themselves. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
