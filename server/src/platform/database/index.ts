export { columnOf } from '#platform/database-driver/index.ts';
export type { TextRow } from '#platform/database-driver/index.ts';
export { tryLock } from './advisory-lock.ts';
export {
  CACHE_VERSIONS,
  raiseCacheVersion,
  readCacheVersions,
  watchCaches,
  type CacheVersions,
} from './cache-watcher.ts';
export type { CacheWatcher } from './cache-watcher.ts';
export { copyInSnapshot, openDatabase, sessionLimits } from './database.ts';
export type { Database, Queryable } from './database.ts';
export { readPage } from './list-page.ts';
export type { ListPage, ListPart, ListQuery, SortKey, Spot } from './list-page.ts';
export { JOBS_SCHEMA, migrate, readMigrations, readSchema } from './migrate.ts';
export { monthlyPartitions } from './monthly-partitions.ts';
export { newestFirst } from './newest-first.ts';
export { addPoolFigures } from './pool-figures.ts';
export { openReadDatabase } from './read-database.ts';
export type { ReadDatabase, Reader, Reads } from './read-database.ts';
export { listInOrder, searchList } from './search-list.ts';
export type { ListSource } from './search-list.ts';
export { allOf, containsPattern, empty, isOneOf, join, raw, Sql, sql } from './sql.ts';
export { columnsOf, rowColumns } from './table-columns.ts';
export type { Row, RowOf } from './table-columns.ts';
export {
  allowLongStatements,
  brokenConstraint,
  dryRun,
  StaleCaches,
  transaction,
  transactionUnflushed,
} from './transaction.ts';
export { MOST_COLLECTED, textMatch } from './text-match.ts';
export type { TextMatch } from './text-match.ts';
export type { Tx } from './transaction.ts';
