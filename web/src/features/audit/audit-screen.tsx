import { actionText, exportAuditCsv, exportAuditWorkbook, listAudit, type AuditEntry } from '@muneem/contract/audit';
import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ExportButton } from '#features/exports/index.ts';
import { kolkataDay, NOTHING } from '#lib/format.ts';
import { useUrlState } from '#lib/url-state.ts';
import { DataTable, listResult, columnsOf, type Column } from '#ui/data-table/index.ts';
import { CutText, DataAge, DateTime } from '#ui/display/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { AuditFilters } from './audit-filters.tsx';
import { copy } from './audit.copy.ts';
import { AUDIT_FILTERS, auditFiltersOf, auditQuery, auditQueryOf, AUDIT_URL, numberOf } from './audit.queries.ts';
import { actorName, changeSummary, recordText } from './describe-entry.ts';
import { EntryModal } from './entry-modal.tsx';

const READ = [listAudit];
const EXPORTS = { csv: exportAuditCsv, xlsx: exportAuditWorkbook };

function AuditScreen() {
  const [url, setUrl] = useUrlState(AUDIT_URL);
  const isFiltered = AUDIT_FILTERS.some((name) => url[name] !== '');
  const openId = numberOf(url.entry);
  const query = useQuery({ ...auditQuery(auditQueryOf(url)), placeholderData: keepPreviousData });
  const { data } = query;
  const clear = (): void =>
    setUrl({ actor: '', action: '', recordType: '', recordId: '', startDate: '', endDate: '', before: '', after: '' });
  return (
    <>
      <PageHeader
        text={copy.text}
        aside={<DataAge of={READ} />}
        actions={
          <ExportButton
            kind="audit"
            label={copy.export}
            routes={EXPORTS}
            query={auditFiltersOf(url)}
            fileName={() => `audit-log-${kolkataDay(new Date())}`}
            failure={copy.exportFailed}
          />
        }
      />
      <AuditFilters url={url} setUrl={setUrl} isFiltered={isFiltered} onClear={clear} />
      <DataTable
        name="audit"
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        result={listResult(query, 'entries')}
        rowLink={(row) => ({ to: '/audit', search: (before) => ({ ...before, entry: String(row.id) }) })}
        onClearFilters={isFiltered ? clear : undefined}
        framed
        texts={copy}
      />
      {data && (data.hasNewer || data.hasOlder) && (
        <Group component="nav" justify="flex-end" gap="xs" mt="sm" aria-label="Pages of the audit log">
          <Button variant="default" disabled={!data.hasNewer} onClick={() => setUrl({ before: '', after: '' })}>
            {copy.newest}
          </Button>
          <Button
            variant="default"
            disabled={!data.hasNewer}
            onClick={() => setUrl({ before: '', after: String(data.entries[0]?.id ?? '') })}
          >
            {copy.newer}
          </Button>
          <Button
            variant="default"
            disabled={!data.hasOlder}
            onClick={() => setUrl({ after: '', before: String(data.entries.at(-1)?.id ?? '') })}
          >
            {copy.older}
          </Button>
        </Group>
      )}
      {openId !== undefined && (data !== undefined || query.isError) && (
        <EntryModal
          key={openId}
          id={openId}
          listed={data?.entries.find(({ id }) => id === openId)}
          onClose={() => setUrl({ entry: '' }, { closes: true })}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = columnsOf(copy.columns, {
  at: { width: 175, cell: (row) => <DateTime value={row.at} /> },
  actor: { width: 190, cell: (row) => <CutText text={actorName(row.actor)} /> },
  action: { width: 190, cell: (row) => actionText(row.action) },
  record: { width: 190, cell: (row) => <CutText text={recordText(row)} /> },
  change: { width: 300, cell: (row) => <CutText text={changeSummary(row) || NOTHING} /> },
  from: { width: 130, cell: (row) => row.ip ?? NOTHING },
});

export { AuditScreen as component };
export { screenQueries as queries } from './audit.queries.ts';
