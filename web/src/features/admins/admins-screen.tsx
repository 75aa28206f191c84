import type { Administrator, Invitation } from '@muneem/contract/admins';
import { rights, ROLE_NAMES } from '@muneem/contract/rights';
import { Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { may } from '#lib/may.ts';
import { DataTable, listResult, RowButtons, columnsOf, type Column } from '#ui/data-table/index.ts';
import { CutText, DateTime, StatusBadge } from '#ui/display/index.ts';
import { PageHeader, Section } from '#ui/layout/index.ts';
import { changingRole, disabling, enabling, inviting, invitingAgain, resettingApp, withdraw } from './admin-actions.ts';
import { copy } from './admins.copy.ts';
import { adminsQuery, areAllOwners } from './admins.queries.ts';
import { ChangeModal, type AdminsChange } from './change-modal.tsx';

function AdminsScreen() {
  const query = useQuery(adminsQuery());
  const [change, setChange] = useState<AdminsChange>();
  const withRoles = !areAllOwners(query.data);
  const columns = useMemo(() => columnsWith(setChange, withRoles), [withRoles]);
  const invitationColumns = useMemo(() => invitationColumnsWith(setChange, withRoles), [withRoles]);
  const invitations = query.data?.invitations ?? [];
  return (
    <>
      <PageHeader
        text={withRoles ? copy.textWithRoles : copy.text}
        actions={may(rights.changeAdmins) && <Button onClick={() => setChange(inviting)}>{copy.invite}</Button>}
      />
      <DataTable
        name="admins"
        columns={columns}
        rowId={(row) => row.id}
        result={listResult(query, 'admins')}
        texts={copy}
        decides
        framed
      />
      {invitations.length > 0 && (
        <Box mt="1.25rem">
          <Section title={copy.invitations.title}>
            <DataTable
              name="invitations"
              label={copy.invitations.title}
              columns={invitationColumns}
              rowId={(row) => row.id}
              result={listResult(query, 'invitations')}
              texts={copy}
              decides
            />
          </Section>
        </Box>
      )}
      {change && <ChangeModal change={change} onClose={() => setChange(undefined)} />}
    </>
  );
}

/** Asks for the admin's own password, then makes the change. */
type Ask = (change: AdminsChange) => void;

const withoutRole = <Row,>(columns: readonly Column<Row>[], withRoles: boolean): readonly Column<Row>[] =>
  columns.filter(({ id }) => withRoles || id !== 'role');

const columnsWith = (ask: Ask, withRoles: boolean): readonly Column<Administrator>[] =>
  withoutRole(
    columnsOf(copy.columns, {
      email: {
        width: 205,
        cell: (row) => (
          <Group gap="xs" wrap="nowrap">
            <CutText text={row.email} />
            {row.isYou && <StatusBadge label={copy.you} color="blue" />}
          </Group>
        ),
      },
      name: { width: 130, cell: (row) => <CutText text={row.name} /> },
      role: { width: 95, cell: (row) => ROLE_NAMES[row.role] },
      status: {
        width: 95,
        cell: ({ status }) => (
          <StatusBadge
            label={status === 'active' ? copy.active : copy.disabled}
            color={status === 'active' ? 'green' : 'gray'}
          />
        ),
      },
      factor: { width: 145, cell: (row) => (row.hasAuthenticator ? copy.byApp : copy.byMail) },
      sessions: { align: 'right', width: 115, cell: (row) => formatCount(row.openSessions) },
      lastSeen: {
        width: 165,
        cell: (row) => (row.lastSeenAt === null ? copy.never : <DateTime value={row.lastSeenAt} />),
      },
      actions: {
        kind: 'actions',
        width: 350,
        cell: (row) => (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${copy.history}: ${row.email}`}
              renderRoot={(props) => <Link to="/audit" search={{ actor: row.id }} {...props} />}
            >
              {copy.history}
            </Button>
            <RowButtons
              of={row.email}
              buttons={[
                { label: copy.changingRole.verb, isMeant: !row.isYou, run: () => ask(changingRole(row)) },
                {
                  label: copy.resetting.verb,
                  isMeant: !row.isYou && row.hasAuthenticator,
                  run: () => ask(resettingApp(row)),
                },
                {
                  label: copy.disabling.verb,
                  isMeant: !row.isYou && row.status === 'active',
                  run: () => ask(disabling(row)),
                },
                { label: copy.enabling.verb, isMeant: row.status === 'disabled', run: () => ask(enabling(row)) },
              ].flatMap(({ isMeant, ...button }) =>
                isMeant && may(rights.changeAdmins) ? [{ ...button, color: 'default' }] : [],
              )}
            />
          </Group>
        ),
      },
    }),
    withRoles,
  );

const words = copy.invitations;

const invitationColumnsWith = (ask: Ask, withRoles: boolean): readonly Column<Invitation>[] =>
  withoutRole(
    columnsOf(words.columns, {
      email: { width: 240, cell: (row) => <CutText text={row.email} /> },
      role: { width: 95, cell: (row) => ROLE_NAMES[row.role] },
      by: { width: 200, cell: (row) => <CutText text={row.invitedBy} /> },
      sent: { width: 170, cell: (row) => <DateTime value={row.createdAt} /> },
      ends: {
        width: 170,
        cell: (row) =>
          row.expired ? <StatusBadge label={words.expired} color="gray" /> : <DateTime value={row.expiresAt} />,
      },
      actions: {
        kind: 'actions',
        width: 190,
        cell: (row) => (
          <RowButtons
            of={row.email}
            buttons={
              may(rights.changeAdmins)
                ? [
                    { label: copy.inviteForm.again.verb, color: 'default', run: () => ask(invitingAgain(row)) },
                    { label: words.withdraw, color: 'default', run: () => void withdraw(row) },
                  ]
                : []
            }
          />
        ),
      },
    }),
    withRoles,
  );

export { AdminsScreen as component };
export { screenQueries as queries } from './admins.queries.ts';
