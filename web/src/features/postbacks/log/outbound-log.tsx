import { rights } from '@muneem/contract/rights';
import { MAX_DELIVERY_ROWS, type Delivery } from '@muneem/contract/custom-postbacks';
import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { may } from '#lib/may.ts';
import { formatCount, formatExactTime } from '#lib/format.ts';
import { text, useUrlState } from '#lib/url-state.ts';
import { Note } from '#ui/display/index.ts';
import { DataTable, useListState, useLiveList, useSelection } from '#ui/data-table/index.ts';
import { DELIVERY_COLUMNS } from './delivery-columns.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { canResend } from './log-status.ts';
import { copy } from './log.copy.ts';
import { deliveriesQuery, failedCountQuery, failedFilters, OUTBOUND } from './log.queries.ts';
import { OutboundFilters } from './outbound-filters.tsx';
import { resend } from './resend.ts';

const words = copy.outbound;
const OPEN = { delivery: text() };
const NOUN = { one: 'delivery', many: 'deliveries' };

/** The offer's custom postback deliveries, newest first. */
export function OutboundLog({ offerId }: { readonly offerId: string }) {
  const list = useListState(OUTBOUND);
  const [{ delivery: open }, setOpen] = useUrlState(OPEN);
  const query = useQuery({ ...deliveriesQuery(offerId, list.query), placeholderData: keepPreviousData });
  const { table } = useLiveList(query, list, { rows: 'deliveries', idOf: (row) => row._id });
  const selection = useSelection<Delivery>(list.filterKey);
  const filters = failedFilters(list.query);
  const { data: failed = 0 } = useQuery(failedCountQuery(offerId, filters));
  const resendSelected = async (rows: readonly Delivery[]): Promise<void> => {
    if (await resend.selected(rows)) selection.clear();
  };
  const total = query.data?.total;

  return (
    <>
      <DataTable
        name="postback-deliveries"
        label={words.label}
        columns={DELIVERY_COLUMNS}
        changes={rights.changePostbacks}
        {...table}
        result={{ ...table.result, isFetching: query.isPlaceholderData }}
        rowLink={(row) => ({ to: '.', search: (before) => ({ ...before, delivery: row._id }) })}
        search={words.search}
        filters={<OutboundFilters offerId={offerId} list={list} />}
        actions={
          failed > 0 &&
          may(rights.changePostbacks) && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={() => void resend.failed(offerId, filters, failed)}
            >
              {words.resendAll(formatCount(failed))}
            </Button>
          )
        }
        bulk={{
          selection,
          canSelect: canResend,
          nameOf: (row) => words.select(row.eventName, row.companyName, formatExactTime(row.createdAt)),
          actions: ({ rows }) => (
            <Button size="compact-sm" onClick={() => void resendSelected(rows)}>
              {words.resendSelected(formatCount(rows.length))}
            </Button>
          ),
        }}
        rowShortcuts={[{ key: 'r', label: words.resend, run: (row) => canResend(row) && void resend.one(row) }]}
        noun={NOUN}
        texts={words}
      />
      {total !== undefined && total >= MAX_DELIVERY_ROWS && <Note>{words.capped(formatCount(MAX_DELIVERY_ROWS))}</Note>}
      {open !== '' && <DeliveryDrawer id={open} onClose={() => setOpen({ delivery: '' }, { closes: true })} />}
    </>
  );
}
