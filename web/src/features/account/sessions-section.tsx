import { endOtherSessions, endSession, type SessionView } from '@muneem/contract/account';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { deviceName } from '#lib/device-name.ts';
import { NOTHING } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { DataTable, listResult, RowButtons, columnsOf, type Column } from '#ui/data-table/index.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { DateTime, StatusBadge } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './account.copy.ts';
import { sessionsQuery } from './account.queries.ts';

const words = copy.sessions;

export function SessionsSection() {
  const query = useQuery(sessionsQuery());
  const hasOthers = (query.data?.sessions.length ?? 0) > 1;
  return (
    <Section
      title={words.title}
      actions={
        hasOthers && (
          <Button variant="default" onClick={() => void endOthers()}>
            {words.endOthers}
          </Button>
        )
      }
    >
      <Text maw="44rem" mb="sm" c="dimmed">
        {words.text}
      </Text>
      <DataTable
        name="sessions"
        label={words.title}
        columns={COLUMNS}
        rowId={(row) => row.id}
        result={listResult(query, 'sessions')}
        texts={words}
      />
    </Section>
  );
}

const renew = () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });

async function endOne({ id, userAgent }: SessionView): Promise<void> {
  const ended = await dialogs.confirm({
    text: words.confirmEnd(deviceName(userAgent)),
    verb: words.end,
    danger: true,
    run: () => api(endSession, { params: { id } }),
    failure: words.endFailed,
  });
  if (ended) toast.success(words.ended);
  await renew();
}

async function endOthers(): Promise<void> {
  const ended = await dialogs.confirm({
    text: words.confirmOthers,
    verb: words.endOthers,
    danger: true,
    run: () => api(endOtherSessions, {}),
    failure: words.endFailed,
  });
  if (ended) toast.success(words.othersEnded);
  await renew();
}

const COLUMNS: readonly Column<SessionView>[] = columnsOf(words.columns, {
  device: {
    width: 230,
    cell: (row) => (
      <span data-tip={row.userAgent}>
        {deviceName(row.userAgent)} {row.current && <StatusBadge label={words.current} color="green" />}
      </span>
    ),
  },
  ip: { width: 150, cell: (row) => row.ip || NOTHING },
  lastSeen: { width: 220, cell: (row) => <DateTime value={row.lastSeenAt} show="relative" /> },
  since: { width: 175, cell: (row) => <DateTime value={row.createdAt} /> },
  end: {
    kind: 'actions',
    width: 110,
    cell: (row) =>
      !row.current && (
        <RowButtons
          of={`${deviceName(row.userAgent)}, ${row.ip}`}
          buttons={[{ label: words.end, color: 'default', run: () => void endOne(row) }]}
        />
      ),
  },
});
