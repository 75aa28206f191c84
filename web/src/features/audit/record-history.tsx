import { actionText, type AuditEntry } from '@muneem/contract/audit';
import { rights } from '@muneem/contract/rights';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { may } from '#lib/may.ts';
import { DateTime, Note } from '#ui/display/index.ts';
import { Loaded, SkeletonLines } from '#ui/states/index.ts';
import { copy } from './audit.copy.ts';
import classes from './audit.module.css';
import { auditQuery } from './audit.queries.ts';
import { actorName, changeSummary } from './describe-entry.ts';

const words = copy.history;
const SHOWN = 20;

/** The link replaces the pressed button, and takes over its focus. */
const takeFocus = (link: HTMLAnchorElement | null): void => link?.focus();

interface RecordHistoryProps {
  /** The record type of the audit log: `user`, `offer`, `withdrawal`, … */
  readonly type: string;
  readonly id: string;
}

/** The changes of one record, shown in its details. Loaded on demand. */
export function RecordHistory({ type, id }: RecordHistoryProps) {
  const [wanted, setWanted] = useState(false);
  if (!may(rights.seeAudit)) return null;
  return (
    <section aria-label={words.title}>
      <Group justify="space-between" gap="xs" wrap="nowrap" mb={6}>
        <Text component="h3" fz="sm" fw={600} c="dimmed">
          {words.title}
        </Text>
        {wanted ? (
          <Anchor
            size="sm"
            ref={takeFocus}
            renderRoot={(props) => <Link to="/audit" search={{ recordType: type, recordId: id }} {...props} />}
          >
            {words.all}
          </Anchor>
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => setWanted(true)}>
            {words.show}
          </Button>
        )}
      </Group>
      {wanted && <Entries type={type} id={id} />}
    </section>
  );
}

function Entries({ type, id }: RecordHistoryProps) {
  const query = useQuery(auditQuery({ recordType: type, recordId: id, limit: SHOWN }));
  return (
    <Loaded query={query} failed={words.failed} loading={<SkeletonLines count={3} />}>
      {({ entries }) => (entries.length === 0 ? <Text c="dimmed">{words.empty}</Text> : <List entries={entries} />)}
    </Loaded>
  );
}

function List({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <Stack component="ol" gap="0.625rem" className={classes['history'] ?? ''}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Group gap="0 0.5rem">
            <strong>{actionText(entry.action)}</strong>
            <Note span>
              {actorName(entry.actor)} · <DateTime value={entry.at} />
            </Note>
          </Group>
          <Note span>{changeSummary(entry)}</Note>
        </li>
      ))}
    </Stack>
  );
}
