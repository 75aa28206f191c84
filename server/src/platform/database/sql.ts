import sql, { empty, join, raw, Sql } from 'sql-template-tag';

/** A statement with its values apart from its text: `sql\`… ${value}\``. `raw` is for names that we wrote ourselves. */
export { empty, join, raw, sql, Sql };

/** Joins conditions: `a and b and …`, or `true` without any. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : join(conditions, ' and ');
}

/** One value alone lets an index give the order too: PostgreSQL sorts the rows of `any`. */
export const isOneOf = (column: Sql, values: readonly string[]): Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any (${values}::text[])`;

/** Text for `like`/`ilike` in which the user's `%`, `_` and `\` mean themselves. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
