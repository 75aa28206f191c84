import { rights } from '@muneem/contract/rights';
import type { SmartPollRun } from '@muneem/contract/smart-poll';
import { Alert, Button, Group, Paper, VisuallyHidden } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { may } from '#lib/may.ts';
import { errorText } from '#lib/api-error.ts';
import { text, useUrlState } from '#lib/url-state.ts';
import { PageHeader, RefreshButton, Section } from '#ui/layout/index.ts';
import { ErrorState, WorkProgress } from '#ui/states/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { CronCards } from './cron-cards.tsx';
import { RunHistory } from './run-history.tsx';
import { RunModal } from './run-modal.tsx';
import { copy, triggerText } from './smart-poll.copy.ts';
import { cronStatusQuery, failureText, refreshSmartPoll, startRun, type CronStatus } from './smart-poll.queries.ts';
import { Note, RequestId } from '#ui/display/index.ts';
import { StatusPanels } from './status-panels.tsx';

const OPEN = { run: text() };

/** Starts the smart poll manually, and shows its status and every run (document 001 §2). */
function SmartPollScreen() {
  const [{ run: openRun }, setOpen] = useUrlState(OPEN);
  const start = useStart((run) => setOpen({ run }));
  const status = useQuery(cronStatusQuery(start.isPending));
  const { data, error } = status;
  const stats = data?.cronJobStats.smartPoll;
  const isWorking = start.isPending || (data !== undefined && data.currentRun !== null);

  return (
    <>
      <PageHeader
        text={copy.lead}
        actions={
          <>
            {may(rights.startSmartPoll) && (
              <>
                <Button
                  leftSection={<IconPlayerPlay size={16} aria-hidden />}
                  loading={start.isPending && start.variables === 'run'}
                  disabled={start.isPending}
                  onClick={() => start.mutate('run')}
                >
                  {copy.actions.run}
                </Button>
                <Button
                  variant="default"
                  data-tip={copy.actions.forceHint}
                  loading={start.isPending && start.variables === 'force'}
                  disabled={start.isPending}
                  onClick={() => start.mutate('force')}
                >
                  {copy.actions.force}
                </Button>
              </>
            )}
            <RefreshButton label={copy.actions.refresh} onRefresh={refreshSmartPoll} />
            <TestEndpoint status={data} />
          </>
        }
      />
      {isWorking ? <Progress run={data?.currentRun ?? null} /> : null}
      <div role="status">
        {isWorking ? <VisuallyHidden>{copy.progress.label}</VisuallyHidden> : null}
        {!start.isPending && start.data ? <LastAction {...start.data} onOpen={(run) => setOpen({ run })} /> : null}
      </div>
      {!start.isPending && start.error ? (
        <Alert color="red" role="alert" mb="md" title={failureText(start.variables, start.error)} />
      ) : null}
      <RequestId of={start.isPending ? undefined : start.error} />
      {data === undefined && error ? (
        <ErrorState text={copy.cron.failed} query={status} />
      ) : (
        <>
          {error ? (
            <Alert color="yellow" role="alert" mb="md" title={copy.cron.stale}>
              {errorText(error, copy.cron.failed)}
            </Alert>
          ) : null}
          <RequestId of={error} />
          <CronCards status={data} />
          <StatusPanels status={data} />
        </>
      )}
      <Section title={copy.history.title}>
        <RunHistory runCount={stats?.runCount} />
      </Section>
      {openRun !== '' && <RunModal id={openRun} onClose={() => setOpen({ run: '' }, { closes: true })} />}
    </>
  );
}

/** Starts a run. If the user has left the screen, a notice shows the result. */
function useStart(openRun: (runId: string) => void) {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: startRun,
    onSuccess: ({ message, run }) => {
      if (isHere.current) return;
      const actions = [{ label: copy.outcome.open, run: () => openRun(run._id) }];
      toast[isClean(run) ? 'success' : 'warning'](message, { actions });
    },
    onError: (error, kind) => void (isHere.current || toast.error(failureText(kind, error))),
    onSettled: () => refreshSmartPoll(),
  });
}

const isClean = (run: SmartPollRun): boolean => run.failed === 0 && run.status === 'completed';

/** A plain link: pop-up blockers allow it. */
function TestEndpoint({ status }: { readonly status: CronStatus | undefined }) {
  const endpoint = status?.externalEndpoint;
  return (
    <Button
      variant="default"
      renderRoot={({ children, ...props }) => (
        <a href={endpoint?.testUrl} target="_blank" rel="noreferrer" {...props}>
          {children}
        </a>
      )}
      aria-disabled={endpoint === undefined || undefined}
      data-tip={endpoint?.enabled === false ? copy.actions.testOff : copy.actions.testHint}
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      {copy.actions.test}
    </Button>
  );
}

function Progress({ run }: { readonly run: SmartPollRun | null }) {
  const { progress } = copy;
  return (
    <Paper withBorder component="section" px="md" py="sm" mb="md">
      <strong>{progress.label}</strong>
      {run !== null && (
        <Note mt={4} mb="xs">
          {triggerText(run)}
        </Note>
      )}
      <WorkProgress
        label={run === null || run.clicks === 0 ? progress.taking : progress.asking}
        done={run?.asked ?? 0}
        total={run === null || run.clicks === 0 ? undefined : run.clicks}
      />
    </Paper>
  );
}

interface LastActionProps {
  readonly message: string;
  readonly run: SmartPollRun;
  readonly onOpen: (runId: string) => void;
}

function LastAction({ message, run, onOpen }: LastActionProps) {
  return (
    <Alert color={isClean(run) ? 'green' : 'yellow'} mb="md" role="presentation">
      <Group justify="space-between" gap="0.5rem 1rem">
        <span>{message}</span>
        <Button variant="default" size="compact-sm" onClick={() => onOpen(run._id)}>
          {copy.outcome.open}
        </Button>
      </Group>
    </Alert>
  );
}

export { SmartPollScreen as component };
export { screenQueries as queries } from './smart-poll.queries.ts';
