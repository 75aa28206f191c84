import type { CompletedOffer, UserDetails } from '@muneem/contract/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { DataTable, wholeResult, type Column } from '#ui/data-table/index.ts';
import { CopyButton, CutText, DateTime, Part } from '#ui/display/index.ts';
import { OlderRows } from './older-rows.tsx';
import { copy } from './users.copy.ts';
import { completionsQuery } from './users.queries.ts';

const words = copy.details;

const COLUMNS: readonly Column<CompletedOffer>[] = [
  {
    id: 'id',
    header: words.offerId,
    width: 220,
    cell: (row) => row.id,
    after: (row) => <CopyButton value={row.id} what="offer ID" />,
  },
  { id: 'title', header: words.offer, width: 180, cell: (row) => <CutText text={row.title} /> },
  { id: 'at', header: words.completedAt, width: 180, cell: (row) => <DateTime value={row.completedAt} /> },
];

/** The newest completed offers of a user, and older ones on request. */
export function CompletedOffers({ user, enabled }: { readonly user: UserDetails; readonly enabled: () => boolean }) {
  const query = useInfiniteQuery({ ...completionsQuery(user), enabled });
  const offers = query.data.pages.flat();
  return (
    <Part title={words.completed}>
      <DataTable
        name="user-completions"
        label={words.completed}
        columns={COLUMNS}
        rowId={(row) => row.id}
        result={wholeResult(offers)}
        texts={{ empty: words.noneCompleted, failed: words.failed }}
      />
      <OlderRows shown={offers.length} total={user.completedCount} query={query} failed={words.olderOffersFailed} />
    </Part>
  );
}
