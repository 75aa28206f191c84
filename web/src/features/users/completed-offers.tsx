import type { CompletedOffer, UserDetails } from '@muneem/contract/users';
import { useReducer } from 'react';
import { DataTable, wholeResult, type Column } from '#ui/data-table/index.ts';
import { CopyButton, DateTime, Part } from '#ui/display/index.ts';
import { OlderRows } from './older-rows.tsx';
import { copy } from './users.copy.ts';
import { readOlderCompletions } from './users.queries.ts';

const words = copy.details;

type Completions = readonly CompletedOffer[];

const COLUMNS: readonly Column<CompletedOffer>[] = [
  {
    id: 'id',
    header: words.offerId,
    width: 220,
    cell: (row) => row.id,
    after: (row) => <CopyButton value={row.id} what="offer ID" />,
  },
  { id: 'title', header: words.offer, width: 180, cell: (row) => <span title={row.title}>{row.title}</span> },
  { id: 'at', header: words.completedAt, width: 180, cell: (row) => <DateTime value={row.completedAt} /> },
];

/** Appends older completions without duplicates. */
export function withOlder(shown: Completions, older: Completions): Completions {
  const known = new Set(shown.map(({ id }) => id));
  return [...shown, ...older.filter(({ id }) => !known.has(id))];
}

/**
 * Joins the newest completions with the ones read before, without reversed ones. If there is a gap between them, only
 * the newest stay.
 */
export function withNewest(shown: Completions, newest: Completions): Completions {
  const known = new Set(shown.map(({ id }) => id));
  const last = newest.at(-1);
  if (last === undefined || !newest.some(({ id }) => known.has(id))) return newest;
  return withOlder(
    newest,
    shown.filter(({ completedAt }) => completedAt <= last.completedAt),
  );
}

type Read = { readonly newest: Completions } | { readonly older: Completions };

interface Shown {
  /** The newest completions that `rows` were joined with. */
  readonly newest: Completions;
  readonly rows: Completions;
}

const join = ({ newest, rows }: Shown, read: Read): Shown =>
  'older' in read
    ? { newest, rows: withOlder(rows, read.older) }
    : { newest: read.newest, rows: withNewest(rows, read.newest) };

/** The newest completed offers of a user, and older ones on request. */
export function CompletedOffers({ user }: { readonly user: UserDetails }) {
  const { uid, completedOffers, completedCount } = user;
  const [{ newest, rows }, read] = useReducer(join, { newest: completedOffers, rows: completedOffers });
  if (newest !== completedOffers) read({ newest: completedOffers });
  const last = rows.at(-1);
  return (
    <Part title={words.completed}>
      <DataTable
        name="user-completions"
        label={words.completed}
        columns={COLUMNS}
        rowId={(row) => row.id}
        result={wholeResult(rows)}
        noun={{ one: 'offer', many: 'offers' }}
        empty={{ title: words.noneCompleted }}
        errorText={words.failed}
      />
      {last !== undefined && completedCount > completedOffers.length && (
        <OlderRows
          shown={rows.length}
          total={completedCount}
          read={() => readOlderCompletions(uid, last)}
          onRead={(older) => read({ older })}
          isLast={(page) => rows.length + page.length >= completedCount}
          failed={words.olderOffersFailed}
        />
      )}
    </Part>
  );
}
