import type { QueryResultRow } from 'pg';
import type { Sql } from './sql.ts';

export interface RowReaders {
  /** The rows of one statement. */
  query<Row extends QueryResultRow>(statement: Sql): Promise<Row[]>;
  /** The first row, or null. */
  findOne<Row extends QueryResultRow>(statement: Sql): Promise<Row | null>;
  /** The row of a statement that must return one. @throws Error if there is none */
  getOne<Row extends QueryResultRow>(statement: Sql): Promise<Row>;
  /** The first column of that row. @throws Error if there is no row */
  getValue<Value>(statement: Sql): Promise<Value>;
}

export function rowReaders(query: RowReaders['query']): RowReaders {
  const findOne = async <Row extends QueryResultRow>(statement: Sql): Promise<Row | null> =>
    (await query<Row>(statement))[0] ?? null;
  const getOne = async <Row extends QueryResultRow>(statement: Sql): Promise<Row> => {
    const row = await findOne<Row>(statement);
    if (row === null) throw new Error(`a statement returned no row: ${statement.text}`);
    return row;
  };
  return {
    query,
    findOne,
    getOne,
    getValue: async <Value>(statement: Sql) => Object.values(await getOne(statement))[0] as Value,
  };
}
