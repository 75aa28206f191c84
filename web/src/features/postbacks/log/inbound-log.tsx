import { rights } from '@muneem/contract/rights';
import { REPLAY_AT_MOST, VERDICT_MEANINGS, type LoggedPostback } from '@muneem/contract/postbacks';
import { Box, Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { may } from '#lib/may.ts';
import { ClickLink } from '#features/clicks/index.ts';
import { ReplayModal, verdictLook, type ReplaySelection } from '#features/postback-replays/index.ts';
import { formatCount, formatExactTime, NOTHING } from '#lib/format.ts';
import { chosenFilters, text, useUrlState } from '#lib/url-state.ts';
import {
  DataTable,
  NewRowsPill,
  useHeldRows,
  useSelection,
  type BulkOptions,
  columnsOf,
  type Column,
} from '#ui/data-table/index.ts';
import { DateTime, StatusBadge } from '#ui/display/index.ts';
import { DayRange, FilterSelect } from '#ui/fields/index.ts';
import { SearchField } from '#ui/layout/index.ts';
import { InboundDrawer } from './inbound-drawer.tsx';
import { EventSelect } from './log-parts.tsx';
import { copy } from './log.copy.ts';
import { INBOUND, inboundFilter, inboundQuery, VERDICTS, type InboundFilters } from './log.queries.ts';

const words = copy.inbound;
const OPEN = { inbound: text() };
const NO_FILTERS: InboundFilters = { verdict: 'all', event: '', clickId: '', startDate: '', endDate: '' };

const COLUMNS: readonly Column<LoggedPostback>[] = columnsOf(words.columns, {
  received: { width: 165, cell: (row) => <DateTime value={row.receivedAt} /> },
  verdict: {
    width: 125,
    cell: (row) => <StatusBadge {...verdictLook(row.verdict)} reason={VERDICT_MEANINGS[row.verdict].meaning} />,
  },
  event: { width: 100, cell: (row) => row.event ?? NOTHING },
  click: { width: 225, cell: (row) => (row.clickId === null ? NOTHING : <ClickLink clickId={row.clickId} />) },
  sender: { width: 120, cell: (row) => row.ip ?? NOTHING },
  http: { width: 90, cell: (row) => `${row.method} ${row.httpStatus}` },
  reason: { width: 260, cell: (row) => row.detail ?? VERDICT_MEANINGS[row.verdict].meaning },
});

/** The offer's inbound postbacks, newest first. New ones wait behind a pill. */
export function InboundLog({ offerId }: { readonly offerId: string }) {
  const [filters, setFilters] = useUrlState(INBOUND);
  const [{ inbound: open }, setOpen] = useUrlState(OPEN);
  const [replaying, setReplaying] = useState<ReplaySelection>();
  const listKey = JSON.stringify([offerId, filters]);
  const selection = useSelection<LoggedPostback>(listKey);
  const { query, held, result } = useInbound(offerId, filters, listKey);
  // Hides the checkbox column if no postback can be replayed.
  const canReplay = held.rows?.some((row) => row.replayable) === true || selection.rows.size > 0;
  const isFiltered = Object.keys(chosenFilters(filters)).length > 0;

  const bulk: BulkOptions<LoggedPostback> = {
    selection,
    canSelect: (row) => row.replayable,
    nameOf: (row) => words.select(row.event ?? NOTHING, formatExactTime(row.receivedAt)),
    actions: ({ rows }) => (
      <ReplayButton count={rows.length} onClick={() => setReplaying({ ids: rows.map(({ _id }) => _id) })} />
    ),
  };

  return (
    <>
      <Filters offerId={offerId} filters={filters} onChange={setFilters}>
        {may(rights.replayPostbacks) && (
          <Button variant="default" onClick={() => setReplaying({ filter: inboundFilter(offerId, filters) })}>
            {isFiltered ? words.replayFiltered : words.replayAll}
          </Button>
        )}
      </Filters>
      {held.newCount > 0 && (
        <Box mb="xs">
          <NewRowsPill count={held.newCount} onShow={held.show} />
        </Box>
      )}
      <DataTable
        framed
        name="inbound-postbacks"
        label={words.label}
        columns={COLUMNS}
        changes={rights.replayPostbacks}
        rowId={(row) => row._id}
        result={result}
        rowLink={(row) => ({ to: '.', search: (before) => ({ ...before, inbound: row._id }) })}
        bulk={canReplay ? bulk : undefined}
        onClearFilters={isFiltered ? () => setFilters(NO_FILTERS) : undefined}
        noun={{ one: 'postback', many: 'postbacks' }}
        texts={words}
      />
      {held.rows !== undefined && held.rows.length > 0 && (
        <Foot
          shown={held.rows.length}
          hasOlder={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          onOlder={() => void query.fetchNextPage()}
        />
      )}
      {open !== '' && (
        <InboundDrawer
          id={open}
          onClose={() => setOpen({ inbound: '' }, { closes: true })}
          onReplay={(id) => setReplaying({ ids: [id] })}
        />
      )}
      {replaying && (
        <ReplayModal
          selection={replaying}
          onClose={() => {
            setReplaying(undefined);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

interface FiltersProps {
  readonly offerId: string;
  readonly filters: InboundFilters;
  readonly onChange: (change: Partial<InboundFilters>, options?: { replace?: boolean }) => void;
  readonly children: ReactNode;
}

function Filters({ offerId, filters, onChange, children }: FiltersProps) {
  return (
    <Group align="flex-start" gap="xs" mb="sm">
      <SearchField
        value={filters.clickId}
        placeholder={words.clickId}
        onChange={(clickId) => onChange({ clickId }, { replace: filters.clickId !== '' })}
      />
      <FilterSelect
        aria-label={words.verdict}
        value={filters.verdict}
        data={VERDICTS.map((value) => ({
          value,
          label: value === 'all' ? words.allVerdicts : VERDICT_MEANINGS[value].label,
        }))}
        onChange={(verdict) => onChange({ verdict })}
      />
      <EventSelect offerId={offerId} value={filters.event} onChange={(event) => onChange({ event })} />
      <DayRange inline value={filters} onChange={onChange} />
      {children}
    </Group>
  );
}

interface FootProps {
  readonly shown: number;
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  readonly onOlder: () => void;
}

function Foot({ shown, hasOlder, isLoading, onOlder }: FootProps) {
  return (
    <Group justify="space-between" gap="xs" mih="2.75rem" pt="xs" fz="sm" c="dimmed">
      <span role="status">{words.shown(formatCount(shown))}</span>
      {hasOlder ? (
        <Button variant="default" loading={isLoading} onClick={onOlder}>
          {words.older}
        </Button>
      ) : (
        <span>{words.noOlder}</span>
      )}
    </Group>
  );
}

function ReplayButton({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const isTooMany = count > REPLAY_AT_MOST;
  return (
    <Button size="compact-sm" disabled={isTooMany} onClick={onClick}>
      {isTooMany ? words.tooMany(formatCount(REPLAY_AT_MOST)) : words.replay(formatCount(count))}
    </Button>
  );
}

function useInbound(offerId: string, filters: InboundFilters, listKey: string) {
  const query = useInfiniteQuery(inboundQuery(offerId, filters));
  const held = useHeldRows(
    query.data?.pages.flatMap(({ postbacks }) => postbacks),
    (row) => row._id,
    { listKey, query, grows: true },
  );
  const { isFetching, error, refetch } = query;
  return { query, held, result: { rows: held.rows, total: undefined, isFetching, error, refetch } };
}
