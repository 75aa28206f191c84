import type { AuditEntry } from '@muneem/contract/audit';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { NOTHING } from '#lib/format.ts';
import { useUrlState } from '#lib/url-state.ts';
import { DataTable, listResult, type Column } from '#ui/data-table/index.ts';
import { DateTime } from '#ui/display/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { EmptyByFilter } from '#ui/states/index.ts';
import { actorName } from './actor-name.ts';
import { AuditFilters } from './audit-filters.tsx';
import { copy } from './audit.copy.ts';
import classes from './audit.module.css';
import { auditQuery, AUDIT_URL, type AuditQuery } from './audit.queries.ts';
import { actionText, changeSummary, recordText } from './describe-entry.ts';
import { EntryModal } from './entry-modal.tsx';

const NOUN = { one: 'entry', many: 'entries' };
const FILTERS = ['actor', 'action', 'recordType', 'recordId', 'startDate', 'endDate'] as const;

/** Everything that was changed, newest first. */
export function AuditScreen() {
  const [url, setUrl] = useUrlState(AUDIT_URL);
  const filters = Object.fromEntries(FILTERS.flatMap((name) => (url[name] === '' ? [] : [[name, url[name]]])));
  const isFiltered = Object.keys(filters).length > 0;
  const [after, before, openId] = [numberOf(url.after), numberOf(url.before), numberOf(url.entry)];
  const place = after !== undefined ? { after } : before !== undefined ? { before } : {};
  const query = useQuery({
    ...auditQuery({ ...(filters as AuditQuery), ...place }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const clear = (): void =>
    setUrl({ actor: '', action: '', recordType: '', recordId: '', startDate: '', endDate: '', before: '', after: '' });
  const isEmptyByFilter = isFiltered && data?.entries.length === 0;
  return (
    <>
      <PageHeader title={copy.title} text={copy.text} />
      <AuditFilters url={url} setUrl={setUrl} isFiltered={isFiltered} onClear={clear} />
      {isEmptyByFilter ? (
        <EmptyByFilter title={copy.noMatch} onClear={clear} />
      ) : (
        <DataTable
          name="audit"
          label={copy.title}
          columns={COLUMNS}
          rowId={(row) => String(row.id)}
          result={listResult(query, (answer) => answer.entries)}
          rowLink={(row) => ({ to: '/audit', search: (before) => ({ ...before, entry: String(row.id) }) })}
          noun={NOUN}
          framed
          empty={{ title: copy.none }}
          errorText={copy.failed}
        />
      )}
      {data && (data.hasNewer || data.hasOlder) && (
        <nav className={classes['pager']} aria-label="Pages of the audit log">
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
        </nav>
      )}
      {openId !== undefined && (data !== undefined || query.isError) && (
        <EntryModal
          key={openId}
          id={openId}
          listed={data?.entries.find(({ id }) => id === openId)}
          onClose={() => setUrl({ entry: '' })}
        />
      )}
    </>
  );
}

/** The number of an entry in the address. */
const numberOf = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;

/** Cut in a row, whole on a card. */
const Cut = ({ text }: { readonly text: string }) => <span title={text}>{text}</span>;

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'at', header: copy.columns.at, width: 175, cell: (row) => <DateTime value={row.at} /> },
  { id: 'actor', header: copy.columns.actor, width: 190, cell: (row) => <Cut text={actorName(row.actor)} /> },
  { id: 'action', header: copy.columns.action, width: 190, cell: (row) => actionText(row.action) },
  {
    id: 'record',
    header: copy.columns.record,
    width: 190,
    cell: (row) => <Cut text={recordText(row)} />,
  },
  {
    id: 'change',
    header: copy.columns.change,
    width: 300,
    cell: (row) => <Cut text={changeSummary(row) || NOTHING} />,
  },
  { id: 'from', header: copy.columns.from, width: 130, cell: (row) => row.ip ?? NOTHING },
];
