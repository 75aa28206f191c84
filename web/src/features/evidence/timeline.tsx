import { rights } from '@muneem/contract/rights';
import type { EvidenceEntry } from '@muneem/contract/evidence';
import { Box, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { may } from '#lib/may.ts';
import { DateTime, StatusBadge } from '#ui/display/index.ts';
import { EntryBody } from './entry-body.tsx';
import { entryLook, entryTitle, toneOf } from './entry-looks.ts';
import { copy } from './evidence.copy.ts';
import classes from './evidence.module.css';

interface TimelineProps {
  readonly entries: readonly EvidenceEntry[];
  readonly onReplay: (postbackId: string) => void;
}

export function Timeline({ entries, onReplay }: TimelineProps) {
  return (
    <ol>
      {entries.map((entry, index) => (
        <Entry key={`${entry.kind} ${index}`} entry={entry} onReplay={onReplay} />
      ))}
    </ol>
  );
}

function Entry({ entry, onReplay }: { readonly entry: EvidenceEntry } & Pick<TimelineProps, 'onReplay'>) {
  const look = entryLook(entry);
  return (
    <li className={classes['entry']} style={toneOf(look?.color)} data-kind={entry.kind}>
      <Group gap="0.25rem 0.625rem">
        <h3>{entryTitle(entry)}</h3>
        {look && <StatusBadge {...look} />}
        <span className={classes['time']}>
          <DateTime value={entry.at} show="relative" />
        </span>
      </Group>
      <Box mt={2}>
        <EntryBody entry={entry} />
        {entry.kind === 'postback' && (
          <Group gap="sm" mt="xs" fz="sm">
            <Link to="/clicks" search={{ explain: entry._id }}>
              {copy.entry.explain}
            </Link>
            {entry.replayable && may(rights.replayPostbacks) && (
              <Button size="compact-xs" variant="default" onClick={() => onReplay(entry._id)}>
                {copy.entry.replay}
              </Button>
            )}
          </Group>
        )}
      </Box>
    </li>
  );
}
