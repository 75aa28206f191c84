import { rights } from '@muneem/contract/rights';
import type { BulkRun, BulkRunKind, BulkRunOutcome, BulkRunResult } from '@muneem/contract/bulk-runs';
import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { may } from '#lib/may.ts';
import { errorText, isProposed } from '#lib/api-error.ts';
import { formatCoins, formatCount, formatNoun, formatRupees } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { sumRupees } from '#lib/sum-rupees.ts';
import { FormError, WindowFoot } from '#ui/form/index.ts';
import { RunOutcome, type ResultRow } from '#ui/run-outcome/index.ts';
import { Loaded, SkeletonLines, WorkProgress } from '#ui/states/index.ts';
import { tellProposed } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './bulk-runs.copy.ts';
import { cancelRun, goOnWithRun, runQuery } from './bulk-runs.queries.ts';

interface BulkRunModalProps {
  readonly id: string;
  /** Refetches the list behind the window, when the run ends. */
  readonly onEnd: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Shows the progress of a server run and a result for each item. The run continues after it is closed. */
export function BulkRunModal({ id, onEnd, onClose }: BulkRunModalProps) {
  const query = useQuery(runQuery(id));
  const { data, error } = query;
  const status = data?.run.status;
  useEffect(() => {
    if (status !== undefined && status !== 'running') void onEnd();
    void queryClient.invalidateQueries({ queryKey: ['bulk-runs', 'list'] });
  }, [status, onEnd]);
  return (
    <ModalWindow
      inUrl
      onClose={onClose}
      title={data === undefined ? copy.results : copy.title[data.run.kind]}
      size="lg"
      closeOnClickOutside={false}
    >
      <Loaded
        query={query}
        failed="{message}"
        missing={{ text: copy.missing, close: { label: copy.close, run: onClose } }}
        loading={<SkeletonLines count={6} />}
      >
        {({ run, results }) => <Progress run={run} results={results} error={error} onClose={onClose} />}
      </Loaded>
    </ModalWindow>
  );
}

interface ProgressProps {
  readonly run: BulkRun;
  readonly results: readonly BulkRunResult[];
  readonly error: unknown;
  readonly onClose: () => void;
}

function Progress({ run, results, error, onClose }: ProgressProps) {
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['bulk-runs'] });
  const cancel = useMutation({ mutationFn: () => cancelRun(run.id), onSettled });
  const goOn = useMutation({ mutationFn: () => goOnWithRun(run), onSettled, onError: tellProposed });
  const failure =
    cancel.error !== null
      ? errorText(cancel.error, copy.cancelFailed)
      : goOn.error !== null && !isProposed(goOn.error)
        ? errorText(goOn.error, copy.goOnFailed)
        : error
          ? errorText(error, copy.lost)
          : undefined;
  const hasEnded = run.status !== 'running' && run.status !== 'prepared';
  const canGoOn = (run.status === 'cancelled' || run.status === 'stopped') && run.left > 0;
  return (
    <Stack gap="md">
      <WorkProgress
        label={hasEnded ? copy.finished : copy.working[run.kind]}
        done={run.count - run.left}
        total={run.count}
      />
      <p role="status">
        {[
          copy.status[run.status],
          ...(run.stopReason === null ? [] : [run.stopReason]),
          ...(hasEnded ? [totalText(run.kind, results)] : []),
        ].join(' ')}
      </p>
      {failure !== undefined && <FormError message={failure} />}
      <RunOutcome label={copy.results} fileName={run.id} rows={results.map(toRow)} />
      <WindowFoot onClose={onClose} close={copy.close}>
        {run.status === 'running' && may(rights.startBulkRuns) && (
          <Button variant="light" color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {copy.cancel}
          </Button>
        )}
        {canGoOn && may(rights.startBulkRuns) && (
          <Button variant="default" loading={goOn.isPending} onClick={() => goOn.mutate()}>
            {copy.goOn(formatCount(run.left))}
          </Button>
        )}
      </WindowFoot>
    </Stack>
  );
}

function totalText(kind: BulkRunKind, results: readonly BulkRunResult[]): string {
  const done = results.filter(({ outcome }) => outcome === 'done');
  const coins = formatCoins(done.reduce((sum, result) => sum + result.coins, 0));
  const rupees = formatRupees(sumRupees(done.map(({ amount }) => amount ?? 0)));
  switch (kind) {
    case 'withdrawals.approve':
      return copy.approved(formatNoun(done.length, 'withdrawal', 'withdrawals'), rupees);
    case 'withdrawals.reject':
      return copy.rejected(formatNoun(done.length, 'withdrawal', 'withdrawals'), coins);
    case 'clicks.pay':
      return copy.paid(formatNoun(done.length, 'click', 'clicks'), coins);
  }
}

const TONES = {
  done: 'good',
  already: 'neutral',
  checking: 'neutral',
  failed: 'bad',
  refused: 'bad',
} as const satisfies Record<BulkRunOutcome, ResultRow['tone']>;

const toRow = ({ itemId, label, amount, coins, outcome, message }: BulkRunResult): ResultRow => ({
  id: itemId,
  tone: TONES[outcome],
  word: copy.words[outcome],
  text: message,
  first: `${label} · ${amount === null ? formatCoins(coins) : formatRupees(amount)}`,
});
