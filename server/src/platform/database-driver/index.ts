/**
 * Connects to PostgreSQL and sends it statements: `pg` with the parts that it lacks.
 *
 * Why our own: a batch of postbacks must reach the database in two round trips, and `pg`'s pipeline mode refuses COPY. `pg`
 * also cannot find the writable one of several hosts, and waits up to 16 minutes for a dead connection.
 * A replacement must have pipelined COPY, `target_session_attrs` and a check for dead connections. `runTogether` can be
 * removed once `pg`'s pipeline mode accepts COPY.
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
