export { tryLock } from './advisory-lock.ts';
export { brokenConstraint, openDatabase, sqlState, transaction } from './database.ts';
export type { Database, Queryable, Tx } from './database.ts';
export type { TextRow } from './pipeline.ts';
export { migrate, readMigrations } from './migrate.ts';
export { rehearse } from './rehearse.ts';
export { allOf, containsPattern, empty, join, raw, Sql, sql } from './sql.ts';
export { raiseCacheVersion, watchCaches } from './node-cache.ts';
export type { CacheTopic, CacheWatcher } from './node-cache.ts';
