/**
 * Connects to PostgreSQL and sends it statements: `pg` with the parts that it lacks.
 *
 * Why our own: `pg` cannot find the writable one of several hosts, and waits up to 16 minutes for a dead connection.
 * A replacement must have `target_session_attrs`, a check for dead connections, and a pipeline: a batch of postbacks must
 * reach the database in two round trips.
 */
export { columnOf, keyOf, RowsQuery } from './column-names.ts';
export { copiedCells, CopyQuery } from './copy-query.ts';
export { urlsOfHosts } from './hosts.ts';
export { outageOf, sqlState } from './outage.ts';
export type { Outage } from './outage.ts';
export { runTogether } from './pipeline.ts';
export type { Statement, StatementResult, TextRow } from './pipeline.ts';
export { refuseTransactionPooling } from './pooling-mode.ts';
export { toWire } from './wire-values.ts';
export { SessionClient } from './session.ts';
export type { SessionConfig } from './session.ts';
