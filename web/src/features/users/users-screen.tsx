import { rights } from '@muneem/contract/rights';
import { ApiError } from '@muneem/contract/http';
import { exportUsers, exportUsersWorkbook, MAX_COUNTED_USERS, type User } from '@muneem/contract/users';
import { __iconNode as eye } from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { __iconNode as trash } from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ExportButton } from '#features/exports/index.ts';
import { formatCount, kolkataDay } from '#lib/format.ts';
import { text, useUrlState } from '#lib/url-state.ts';
import {
  DataTable,
  RowIconButton,
  RowIconLink,
  RowIcons,
  useListState,
  useLiveList,
  columnsOf,
  type Column,
  type RowLink,
} from '#ui/data-table/index.ts';
import { CopyButton, CutText, DateTime, Glyph, Note, glyphOf } from '#ui/display/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { deleteUser } from './delete-user.ts';
import { UserDetailsModal } from './user-details-modal.tsx';
import { copy } from './users.copy.ts';
import classes from './users.module.css';
import { USERS, usersQuery } from './users.queries.ts';

const EYE = glyphOf(eye);
const TRASH = glyphOf(trash);
const OPEN = { user: text() };
const EXPORTS = { xlsx: exportUsersWorkbook, csv: exportUsers };
const NOUN = { one: 'user', many: 'users' };

/** All users of the consumer app (document 000 §2). */
function UsersScreen() {
  const list = useListState(USERS);
  const [{ user }, setOpen] = useUrlState(OPEN);
  const query = useQuery({ ...usersQuery(list.query), placeholderData: keepPreviousData });
  const live = useLiveList(query, list, { rows: 'users', idOf: (row) => row.uid });
  const { data } = query;
  const isCutShort = data !== undefined && data.total >= MAX_COUNTED_USERS && data.totalUsers > data.total;

  return (
    <>
      <PageHeader
        actions={
          <ExportButton
            kind="users"
            label={copy.export}
            routes={EXPORTS}
            query={{ search: list.query.search }}
            fileName={() => `users-${kolkataDay(new Date())}`}
            failure={copy.exportFailed}
          />
        }
      />
      <DataTable
        name="users"
        columns={COLUMNS}
        changes={rights.deleteUsers}
        {...live.table}
        counts={data && { shown: data.total, of: data.totalUsers }}
        rowLink={linkOf}
        search={copy.search}
        noun={NOUN}
        texts={isWrongFormat(query.error) ? { ...copy, failed: copy.badFormat } : copy}
      />
      {isCutShort && list.isFiltered && (
        <Note mt="xs">{formatCount(MAX_COUNTED_USERS)} or more users match. The count stops at this number.</Note>
      )}
      {user !== '' && (
        <UserDetailsModal
          key={user}
          uid={user}
          onClose={() => setOpen({ user: '' }, { closes: true })}
          onDelete={async (chosen, runDeletion) => {
            if (await deleteUser(chosen, runDeletion)) setOpen({ user: '' }, { closes: true });
          }}
        />
      )}
    </>
  );
}

const isWrongFormat = (error: unknown): boolean => error instanceof ApiError && error.kind === 'format';

const linkOf = ({ uid }: User): RowLink => ({ to: '/users', search: (before) => ({ ...before, user: uid }) });

const COLUMNS: readonly Column<User>[] = columnsOf(copy.columns, {
  name: {
    sort: 'name',
    width: 220,
    cell: (row) => <Name user={row} />,
    after: (row) => <CopyButton value={row.uid} what="user ID" />,
  },
  email: { sort: 'email', width: 220, cell: (row) => <CutText text={row.email} /> },
  phone: { width: 140, cell: (row) => row.phone },
  gender: { width: 110, cell: (row) => row.gender },
  coins: { sort: 'coins', align: 'right', width: 100, cell: (row) => formatCount(row.coins) },
  joinedOn: { sort: 'createdAt', width: 130, cell: (row) => <DateTime value={row.createdAt} show="date" /> },
  actions: {
    kind: 'actions',
    width: 90,
    cell: (row) => (
      <RowIcons>
        <RowIconLink tip={copy.viewDetails} name={`${copy.viewDetails}: ${row.name}`} link={linkOf(row)}>
          <Glyph path={EYE} />
        </RowIconLink>
        <RowIconButton
          tip={copy.delete}
          name={`${copy.delete} ${row.name}`}
          danger
          onClick={() => void deleteUser(row)}
        >
          <Glyph path={TRASH} />
        </RowIconButton>
      </RowIcons>
    ),
  },
});

/** The initial, the name, and the first 6 characters of the id. */
function Name({ user }: { readonly user: User }) {
  return (
    <span className={classes['name']} data-tip={user.name} data-tip-when-cut>
      <span className={classes['initial']} aria-hidden>
        {[...user.name.trim()][0]?.toUpperCase() ?? '?'}
      </span>
      <span className={classes['nameText']}>{user.name}</span>
      <span className={classes['shortId']}>{user.uid.slice(0, 6)}</span>
    </span>
  );
}

export { UsersScreen as component };
export { screenQueries as queries } from './users.queries.ts';
