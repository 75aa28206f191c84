import { POLL_OUTCOMES, type PolledEvent, type SmartPoll, type SmartPollRun } from '@muneem/contract/smart-poll';
import { Box, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClickLink } from '#features/clicks/index.ts';
import { RecordHistory } from '#features/audit/index.ts';
import { formatCoins, formatCount, formatDateTime, formatDuration } from '#lib/format.ts';
import { Coins, CopyText, DateTime, FactList, Note, Part, StatusBadge } from '#ui/display/index.ts';
import { WorkProgress } from '#ui/states/index.ts';
import { DetailsWindow } from '#ui/window/index.ts';
import { recoveredFirst, pollOutcome, runStatus } from './smart-poll-look.ts';
import { copy, triggerText, VERDICT_LABELS } from './smart-poll.copy.ts';
import classes from './smart-poll.module.css';
import { runQuery } from './smart-poll.queries.ts';

const words = copy.run;

/** One run in full: the clicks it checked, the responses and the results. */
export function RunModal({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useQuery(runQuery(id));
  return (
    <DetailsWindow words={words} size="min(54rem, 96vw)" query={query} onClose={onClose}>
      {({ run, polls }) => (
        <>
          <Summary run={run} />
          <Polls run={run} polls={polls} />
          <RecordHistory type="smart_poll_run" id={run._id} />
        </>
      )}
    </DetailsWindow>
  );
}

function Summary({ run }: { readonly run: SmartPollRun }) {
  const names = words.facts;
  return (
    <div>
      <Group gap="0.5rem 0.75rem" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        <StatusBadge {...runStatus(run)} />
        {run.message !== null && <span>{run.message}</span>}
      </Group>
      {run.status === 'running' && (
        <WorkProgress label={copy.progress.asking} done={run.asked} total={run.clicks === 0 ? undefined : run.clicks} />
      )}
      <FactList
        look="rows"
        facts={[
          [names.kind, triggerText(run)],
          [names.started, <DateTime key="v" value={run.startedAt} />],
          [names.finished, <DateTime key="v" value={run.finishedAt} />],
          [names.asked, formatCount(run.asked)],
          [names.events, formatCount(run.events)],
          [names.recovered, formatCount(run.recovered)],
          [names.coins, <Coins key="v" coins={run.coins} />],
          [names.id, <CopyText key="v" value={run._id} what="run ID" mono />],
        ]}
      />
    </div>
  );
}

function Polls({ run, polls }: { readonly run: SmartPollRun; readonly polls: readonly SmartPoll[] }) {
  return (
    <Part title={words.polls}>
      {polls.length === 0 ? (
        <Note mt={4} mb="xs">
          {run.status === 'running' && run.clicks > 0 ? words.waiting : words.nothing}
        </Note>
      ) : (
        <ul className={classes['polls']}>
          {recoveredFirst(polls).map((poll) => (
            <PollItem key={poll._id} poll={poll} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function PollItem({ poll }: { readonly poll: SmartPoll }) {
  const { clickId, offerTitle, outcome, detail, events, httpStatus, ms, url, answer } = poll;
  const http = words.http(String(httpStatus));
  return (
    <li className={classes['poll']}>
      <Group justify="space-between" gap="0.25rem 1rem">
        <ClickLink clickId={clickId} />
        <StatusBadge {...pollOutcome(outcome)} reason={detail ?? POLL_OUTCOMES[outcome].text} />
      </Group>
      <Note mt={2}>{[offerTitle, httpStatus !== null && http, formatDuration(ms)].filter(Boolean).join(' · ')}</Note>
      {detail !== null && detail !== http && <Note mt={2}>{detail}</Note>}
      {events.length > 0 && (
        <ul className={classes['events']}>
          {events.map((event, at) => (
            <li key={`${at} ${event.name}`}>{eventText(event)}</li>
          ))}
        </ul>
      )}
      <Box component="details" mt="0.375rem" fz="sm">
        <summary>{words.call}</summary>
        <FactList
          look="rows"
          facts={[
            [words.url, <CopyText key="v" value={url} what="URL" mono />],
            [
              words.answer,
              answer === null ? (
                words.noAnswer
              ) : (
                <pre key="v" className={classes['answer']} tabIndex={0} role="region" aria-label={words.answer}>
                  {answer}
                </pre>
              ),
            ],
          ]}
        />
      </Box>
    </li>
  );
}

function eventText({ name, verdict, coins, occurredAt }: PolledEvent): string {
  return [
    words.event(name, VERDICT_LABELS[verdict] ?? verdict.replaceAll('_', ' ')),
    ...(coins > 0 ? [words.credited(formatCoins(coins))] : []),
    ...(occurredAt === null ? [] : [words.at(formatDateTime(occurredAt))]),
  ].join(', ');
}
