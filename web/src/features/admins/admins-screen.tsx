import type { Administrator, Invitation } from '@muneem/contract/admins';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { DataTable, listResult, columnsOf, type Column } from '#ui/data-table/index.ts';
import { CutText, DateTime, StatusBadge } from '#ui/display/index.ts';
import { PageHeader, Section } from '#ui/layout/index.ts';
import { copy } from './admins.copy.ts';
import classes from './admins.module.css';
import { adminsQuery } from './admins.queries.ts';
import { ChangeModal, type AdminsChange } from './change-modal.tsx';
import { useAdminActions, type AdminActions } from './use-admin-actions.ts';

/** The administrators and the open invitations. */
export function AdminsScreen() {
  const query = useQuery(adminsQuery());
  const [change, setChange] = useState<AdminsChange>();
  const actions = useAdminActions(setChange);
  const columns = useMemo(() => [...COLUMNS, actionColumn(actions)], [actions]);
  const invitationColumns = useMemo(() => [...INVITATION_COLUMNS, invitationActions(actions)], [actions]);
  const invitations = query.data?.invitations ?? [];
  return (
    <>
      <PageHeader text={copy.text} actions={<Button onClick={actions.invite}>{copy.invite}</Button>} />
      <DataTable
        name="admins"
        columns={columns}
        rowId={(row) => row.id}
        result={listResult(query, 'admins')}
        empty={{ title: copy.none }}
        framed
        errorText={copy.failed}
      />
      {invitations.length > 0 && (
        <div className={classes['invitations']}>
          <Section title={copy.invitations.title}>
            <DataTable
              name="invitations"
              label={copy.invitations.title}
              columns={invitationColumns}
              rowId={(row) => row.id}
              result={listResult(query, 'invitations')}
              empty={{ title: copy.none }}
              errorText={copy.failed}
            />
          </Section>
        </div>
      )}
      {change && <ChangeModal change={change} onClose={() => setChange(undefined)} />}
    </>
  );
}

const COLUMNS: readonly Column<Administrator>[] = columnsOf(copy.columns, {
  email: {
    width: 240,
    cell: (row) => (
      <span data-tip={row.email}>
        {row.email} {row.isYou && <StatusBadge label={copy.you} color="blue" />}
      </span>
    ),
  },
  name: { width: 160, cell: (row) => <CutText text={row.name} /> },
  status: {
    width: 110,
    cell: ({ status }) => (
      <StatusBadge
        label={status === 'active' ? copy.active : copy.disabled}
        color={status === 'active' ? 'green' : 'gray'}
      />
    ),
  },
  factor: { width: 150, cell: (row) => (row.hasAuthenticator ? copy.byApp : copy.byMail) },
  sessions: { align: 'right', width: 120, cell: (row) => formatCount(row.openSessions) },
  lastSeen: {
    width: 210,
    cell: (row) => (row.lastSeenAt === null ? copy.never : <DateTime value={row.lastSeenAt} show="relative" />),
  },
});

const actionColumn = ({ disable, enable, resetApp }: AdminActions): Column<Administrator> => ({
  id: 'actions',
  header: copy.columns.actions,
  kind: 'actions',
  width: 250,
  cell: (row) => (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${copy.history}: ${row.email}`}
        renderRoot={(props) => <Link to="/audit" search={{ actor: row.id }} {...props} />}
      >
        {copy.history}
      </Button>
      {!row.isYou && row.hasAuthenticator && (
        <RowButton label={copy.resetting.verb} email={row.email} onClick={() => resetApp(row)} />
      )}
      {!row.isYou && row.status === 'active' && (
        <RowButton label={copy.disabling.verb} email={row.email} onClick={() => disable(row)} />
      )}
      {row.status === 'disabled' && (
        <RowButton label={copy.enabling.verb} email={row.email} onClick={() => enable(row)} />
      )}
    </Group>
  ),
});

interface RowButtonProps {
  readonly label: string;
  readonly email: string;
  readonly onClick: () => void;
}

const RowButton = ({ label, email, onClick }: RowButtonProps) => (
  <Button size="compact-sm" variant="default" aria-label={`${label}: ${email}`} onClick={onClick}>
    {label}
  </Button>
);

const words = copy.invitations;

const INVITATION_COLUMNS: readonly Column<Invitation>[] = columnsOf(words.columns, {
  email: { width: 240, cell: (row) => <CutText text={row.email} /> },
  by: { width: 200, cell: (row) => <CutText text={row.invitedBy} /> },
  sent: { width: 170, cell: (row) => <DateTime value={row.createdAt} /> },
  ends: {
    width: 170,
    cell: (row) =>
      row.expired ? <StatusBadge label={words.expired} color="gray" /> : <DateTime value={row.expiresAt} />,
  },
});

const invitationActions = ({ again, withdraw }: AdminActions): Column<Invitation> => ({
  id: 'actions',
  header: words.columns.actions,
  kind: 'actions',
  width: 190,
  cell: (row) => (
    <Group gap="xs" wrap="nowrap">
      <RowButton label={copy.inviteForm.again.verb} email={row.email} onClick={() => again(row)} />
      <RowButton label={words.withdraw} email={row.email} onClick={() => void withdraw(row)} />
    </Group>
  ),
});

export { screenQueries } from './admins.queries.ts';
