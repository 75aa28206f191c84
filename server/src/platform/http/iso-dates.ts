type IsoDates<Row> = {
  [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] extends Date | null ? string | null : Row[Name];
};

/** Returns a row with its times as ISO texts, for an answer. The route's schema drops the fields that it does not name. */
export const isoDates = <Row extends object>(row: Row): IsoDates<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as IsoDates<Row>;
