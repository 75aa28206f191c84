import type { SignIn } from '@muneem/contract/audit';
import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceName } from '#lib/device-name.ts';
import { NOTHING } from '#lib/format.ts';
import { DataTable, listResult, columnsOf, type Column } from '#ui/data-table/index.ts';
import { DateTime, StatusBadge } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { copy } from './account.copy.ts';
import { signInsQuery } from './account.queries.ts';

const words = copy.signIns;

export function SignInsSection() {
  const [before, setBefore] = useState<number>();
  const query = useQuery({ ...signInsQuery(before), placeholderData: keepPreviousData });
  const oldest = query.data?.signIns.at(-1)?.id;
  return (
    <Section title={words.title}>
      <Text maw="44rem" mb="sm" c="dimmed">
        {words.text}
      </Text>
      <DataTable
        name="sign-ins"
        label={words.title}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        result={listResult(query, 'signIns')}
        texts={words}
      />
      {(before !== undefined || query.data?.hasOlder === true) && (
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button variant="default" disabled={before === undefined} onClick={() => setBefore(undefined)}>
            {words.newest}
          </Button>
          <Button variant="default" disabled={query.data?.hasOlder !== true} onClick={() => setBefore(oldest)}>
            {words.older}
          </Button>
        </Group>
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<SignIn>[] = columnsOf(words.columns, {
  at: { width: 175, cell: (row) => <DateTime value={row.at} /> },
  outcome: {
    width: 150,
    cell: ({ outcome }) => (
      <StatusBadge label={words.outcomes[outcome]} color={outcome === 'signed_in' ? 'green' : 'red'} />
    ),
  },
  device: { width: 200, cell: (row) => <span data-tip={row.userAgent}>{deviceName(row.userAgent)}</span> },
  ip: { width: 150, cell: (row) => row.ip ?? NOTHING },
});
