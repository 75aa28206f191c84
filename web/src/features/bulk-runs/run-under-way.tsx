import type { BulkRun, BulkRunKind } from '@muneem/contract/bulk-runs';
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatCount } from '#lib/format.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './bulk-runs.copy.ts';
import { runsQuery } from './bulk-runs.queries.ts';

interface RunUnderWayProps {
  readonly kinds: readonly BulkRunKind[];
  /** The run whose window is open. It needs no line here. */
  readonly open: string;
  readonly onShow: (id: string) => void;
  readonly onEnd: () => Promise<unknown>;
}

/** Shows the progress of a run whose window was closed, and a notice at its end. */
export function RunUnderWay({ kinds, open, onShow, onEnd }: RunUnderWayProps) {
  const { data } = useQuery(runsQuery(kinds));
  const running = data?.filter(({ status }) => status === 'running') ?? [];
  const known = useRef<ReadonlySet<string>>(new Set());
  const latest = useRef({ open, onShow });
  useEffect(() => {
    latest.current = { open, onShow };
  });
  useEffect(() => {
    if (data === undefined) return;
    const ended = data.filter(({ id, status }) => status !== 'running' && known.current.has(id));
    known.current = new Set(data.filter(({ status }) => status === 'running').map(({ id }) => id));
    for (const run of ended) {
      if (run.id === latest.current.open) continue;
      void onEnd();
      tellEnd(run, latest.current.onShow);
    }
  }, [data, onEnd]);
  return running
    .filter(({ id }) => id !== open)
    .map((run) => (
      <Alert key={run.id} color="blue" p="xs" mb="sm" role="status">
        <Group justify="space-between" gap="xs">
          {copy.under(copy.working[run.kind], formatCount(run.count - run.left), formatCount(run.count))} ({run.by})
          <Button size="compact-sm" variant="default" onClick={() => onShow(run.id)}>
            {copy.show}
          </Button>
        </Group>
      </Alert>
    ));
}

function tellEnd(run: BulkRun, onShow: (id: string) => void): void {
  const bad = run.tally.failed + run.tally.refused;
  const text = copy.ended(copy.title[run.kind], formatCount(run.count - run.left), bad);
  const actions = [{ label: copy.show, run: () => onShow(run.id) }];
  if (bad > 0 || run.status === 'stopped') toast.warning(text, { actions });
  else toast.success(text, { actions });
}
