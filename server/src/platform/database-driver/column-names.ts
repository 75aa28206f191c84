import { Query } from 'pg';

const KEYS = new Map<string, string>();

/** The key of a column in a row: `paid_at` → `paidAt`. */
export function keyOf(column: string): string {
  let key = KEYS.get(column);
  if (key === undefined) {
    key = column.replaceAll(/(?<=[a-z0-9])_[a-z]/g, ([, letter]) => (letter as string).toUpperCase());
    KEYS.set(column, key);
  }
  return key;
}

/** The column of a key: `paidAt` → `paid_at`. */
export const columnOf = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A statement whose rows have camelCase keys. The job queue, which uses the pool itself, sees the columns' own names. */
export class RowsQuery extends Query {
  /** `pg` passes the columns once per result. */
  handleRowDescription(description: { readonly fields: readonly { name: string }[] }): void {
    for (const field of description.fields) field.name = keyOf(field.name);
    (Query.prototype as unknown as RowsQuery).handleRowDescription.call(this, description);
  }
}
