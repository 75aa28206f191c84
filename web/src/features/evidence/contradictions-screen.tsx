import type { OpenContradiction } from '@muneem/contract/evidence';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { formatCoins, formatCount, formatNoun } from '#lib/format.ts';
import { useUrlState, wholeNumber } from '#lib/url-state.ts';
import { columnsOf, DataTable, listResult } from '#ui/data-table/index.ts';
import { Coins, DateTime, Note } from '#ui/display/index.ts';
import { PageHeader, RefreshButton } from '#ui/layout/index.ts';
import { ContradictionModal } from './contradiction-modal.tsx';
import { copy } from './contradictions.copy.ts';
import { contradictionsQuery, refreshContradictions } from './contradictions.queries.ts';

const OPEN = { contradiction: wholeNumber(0) };

const COLUMNS = columnsOf<OpenContradiction, typeof copy.columns>(copy.columns, {
  user: { width: 150, cell: (row) => row.userName ?? row.uid ?? copy.anonymous },
  coins: { align: 'right', width: 110, cell: (row) => <Coins coins={row.coins + row.referralCoins} /> },
  offer: { width: 170, cell: (row) => `${row.offerTitle}, ${row.event}` },
  said: { width: 300, cell: (row) => row.said },
  times: { align: 'right', width: 80, cell: (row) => formatCount(row.times) },
  first: { width: 165, cell: (row) => <DateTime value={row.firstAt} /> },
  last: { width: 165, cell: (row) => <DateTime value={row.lastAt} /> },
});

/** The open contradictions, oldest first. A row opens the window of its decision. */
function ContradictionsScreen() {
  const [{ contradiction: openId }, setOpen] = useUrlState(OPEN);
  const query = useQuery(contradictionsQuery());
  const { data } = query;
  const close = useCallback(() => setOpen({ contradiction: 0 }, { closes: true }), [setOpen]);
  return (
    <>
      <PageHeader
        text={copy.lead}
        aside={
          data &&
          data.total > 0 && (
            <span>{copy.sums(formatNoun(data.total, copy.noun[0], copy.noun[1]), formatCoins(data.totalCoins))}</span>
          )
        }
        actions={<RefreshButton onRefresh={refreshContradictions} />}
      />
      {data && data.total > data.contradictions.length && (
        <Note mb="sm">{copy.oldest(formatCount(data.contradictions.length), formatCount(data.total))}</Note>
      )}
      <DataTable
        decides
        name="contradictions"
        columns={COLUMNS}
        rowId={(row) => String(row._id)}
        rowLink={(row) => ({
          to: '/contradictions',
          search: (before) => ({ ...before, contradiction: String(row._id) }),
        })}
        result={listResult(query, 'contradictions')}
        texts={copy}
        framed
      />
      {openId > 0 && <ContradictionModal key={openId} id={openId} onClose={close} />}
    </>
  );
}

export { ContradictionsScreen as component };
export { screenQueries as queries } from './contradictions.queries.ts';
