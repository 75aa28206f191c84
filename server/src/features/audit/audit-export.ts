import { actionText, AUDIT_ACTOR_NAMES } from '@muneem/contract/audit';
import { visibleTo } from '@muneem/contract/rights';
import { kolkataSecond } from '#platform/clock/index.ts';
import type { Reader } from '#platform/database/index.ts';
import { portionOf, type Heading, type Table } from '#platform/spreadsheet/index.ts';
import { readAuditRows, type AuditFilter, type AuditRow } from './audit.repository.ts';

/** Entries with whole records can have many kilobytes each. */
const PORTION = 1_000;

type Cell = string | number | null;
const COLUMNS: readonly (readonly [Heading, (row: AuditRow) => Cell])[] = [
  [{ name: 'Entry', width: 10, format: 'count' }, ({ id }) => id],
  [{ name: 'Time (IST)', width: 20, format: 'moment' }, ({ at }) => kolkataSecond(at)],
  [{ name: 'Actor', width: 28 }, ({ actorName }) => actorName],
  [{ name: 'Actor Kind', width: 16, format: 'word' }, ({ actorKind }) => AUDIT_ACTOR_NAMES[actorKind]],
  [{ name: 'Actor ID', width: 30 }, ({ actorId }) => actorId],
  [{ name: 'Action', width: 30 }, ({ action }) => actionText(action)],
  [{ name: 'Action Code', width: 28 }, ({ action }) => action],
  [{ name: 'Record Type', width: 18 }, ({ entityType }) => entityType],
  [{ name: 'Record ID', width: 30 }, ({ entityId }) => entityId],
  [{ name: 'Before', width: 50 }, ({ before }) => asText(before)],
  [{ name: 'After', width: 50 }, ({ after }) => asText(after)],
  [{ name: 'IP Address', width: 18, format: 'word' }, ({ ip }) => ip],
  [{ name: 'Request ID', width: 38 }, ({ requestId }) => requestId],
];

/** A file is passed on, so it shows no more than an auditor may see. */
const asText = (value: unknown): string | null => (value === null ? null : JSON.stringify(visibleTo('auditor', value)));

/** Returns the filter's entries in the order of the log. */
export const auditTable = (reader: Reader, filter: AuditFilter): Table => ({
  sheet: 'Audit log',
  columns: COLUMNS.map(([heading]) => heading),
  portions: portionsOf(reader, filter),
});

async function* portionsOf(reader: Reader, filter: AuditFilter) {
  for await (const rows of readAuditRows(reader, filter, PORTION))
    yield portionOf(rows.map((row) => COLUMNS.map(([, cell]) => cell(row))));
}
