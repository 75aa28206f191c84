import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#lib/api-error.ts';
import { formatCount, formatNoun, formatPercent } from '#lib/format.ts';
import { FormError } from '#ui/form/index.ts';
import { WorkProgress } from '#ui/states/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { postbackStatsQuery } from '../postbacks.queries.ts';
import { Facts, Part } from './log-parts.tsx';
import { copy } from './log.copy.ts';
import classes from './log.module.css';
import { useResendJob, type ResendJob, type ResendRun } from './use-resend-job.ts';

const words = copy.outbound.job;
const WHILE_OPEN_MS = 2_000;

interface ResendModalProps {
  readonly offerId: string;
  readonly job: ResendJob;
  /** `sent`: deliveries were queued. */
  readonly onClose: (sent: boolean) => void;
}

/** Confirms with numbers, shows the progress, then the state of the deliveries. */
export function ResendModal({ offerId, job, onClose }: ResendModalProps) {
  const run = useResendJob(offerId, job);
  const close = () => {
    run.stop();
    onClose(run.phase !== 'asking');
  };
  return (
    <ModalWindow
      onClose={close}
      closeOnClickOutside={false}
      title={job.kind === 'failed' ? words.titleFailed : words.titleSelected}
    >
      <Stack gap="md">
        {run.phase === 'asking' ? <Question job={job} /> : <Progress run={run} total={job.count} />}
        <FormError message={run.error === undefined ? undefined : errorText(run.error, words.error)} />
        {run.phase === 'done' && <DeliveryCounts offerId={offerId} />}
        <Group justify="flex-end" gap="xs">
          {run.phase === 'asking' && (
            <>
              <Button variant="default" onClick={close} data-autofocus>
                {words.cancel}
              </Button>
              <Button onClick={run.start}>{words.verb(formatCount(job.count))}</Button>
            </>
          )}
          {run.phase === 'running' && (
            <Button variant="default" onClick={run.stop}>
              {words.stop}
            </Button>
          )}
          {run.phase === 'done' && (
            <Button variant="default" onClick={close} data-autofocus>
              {words.close}
            </Button>
          )}
        </Group>
      </Stack>
    </ModalWindow>
  );
}

function Question({ job }: { readonly job: ResendJob }) {
  const deliveries = formatNoun(job.count, 'delivery', 'deliveries');
  if (job.kind === 'failed') {
    const isFiltered = Object.values(job.filters).some((value) => value !== undefined);
    return (
      <p className={classes['plain']}>
        {words.askFailed(deliveries)} {isFiltered && words.filtered}
      </p>
    );
  }
  const delivered = job.rows.filter(({ status }) => status === 'delivered').length;
  return (
    <p className={classes['plain']}>
      {words.askSelected(deliveries)} {delivered > 0 && words.delivered(formatCount(delivered))}
    </p>
  );
}

function Progress({ run, total }: { readonly run: ResendRun; readonly total: number }) {
  const { resent, skipped, remaining, stopped } = run.progress;
  if (run.phase === 'running') return <WorkProgress label={words.running} done={resent + skipped} total={total} />;
  return (
    <p className={classes['plain']} role="status">
      {stopped && `${words.stopped} `}
      {words.done(formatNoun(resent, 'delivery', 'deliveries'))} {skipped > 0 && words.skipped(formatCount(skipped))}{' '}
      {remaining > 0 && words.remaining(formatCount(remaining))}
    </p>
  );
}

/** The offer's live delivery numbers. */
function DeliveryCounts({ offerId }: { readonly offerId: string }) {
  const { data } = useQuery({ ...postbackStatsQuery(offerId), refetchInterval: WHILE_OPEN_MS });
  if (!data) return null;
  const { waitingDeliveries, failedDeliveries, overallSuccessRate } = data.stats;
  return (
    <Part title={words.now}>
      <Facts
        facts={[
          [words.waiting, formatCount(waitingDeliveries)],
          [words.failed, formatCount(failedDeliveries)],
          [words.successRate, formatPercent(overallSuccessRate / 100)],
        ]}
      />
    </Part>
  );
}
