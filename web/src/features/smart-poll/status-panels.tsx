import { EVENT_ALIASES, sharePercent } from '@muneem/contract/conversions';
import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDuration } from '#lib/format.ts';
import { CopyText, DateTime, FactList, Note } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { SkeletonLines } from '#ui/states/index.ts';
import { intervalText, uptimeText } from './smart-poll-look.ts';
import { copy } from './smart-poll.copy.ts';
import classes from './smart-poll.module.css';
import type { CronStatus } from './smart-poll.queries.ts';

const ACCEPTED_ANSWERS = [
  '{"events":[{"name":"install","occurredAt":"2026-11-21T10:00:00Z"}]}',
  '{"events":["install"]}',
  '{"event":"install"}',
];

/** Server status, last error, configuration and event mapping (document 001 §2). */
export function StatusPanels({ status }: { readonly status: CronStatus | undefined }) {
  return (
    <div className={classes['panels']}>
      <Section title={copy.server.title}>{status ? <Server status={status} /> : <SkeletonLines count={5} />}</Section>
      <Section title={copy.lastError.title}>
        {status ? <LastError status={status} /> : <SkeletonLines count={5} />}
      </Section>
      <Section title={copy.configuration.title}>
        {status ? <Configuration status={status} /> : <SkeletonLines count={6} />}
      </Section>
      <Section title={copy.mapping.title}>
        <Mapping />
      </Section>
    </div>
  );
}

function Server({ status }: { readonly status: CronStatus }) {
  const words = copy.server;
  return (
    <FactList
      look="rows"
      facts={[
        [words.time, <DateTime key="v" value={status.timestamp} />],
        [words.local, status.localTime],
        [words.uptime, uptimeText(status.serverUptime)],
        [words.platform, status.platform],
        [words.node, status.nodeVersion],
      ]}
    />
  );
}

function LastError({ status }: { readonly status: CronStatus }) {
  const { lastError } = status.cronJobStats.smartPoll;
  if (lastError === null)
    return (
      <Note mt={4} mb="xs">
        {copy.lastError.none}
      </Note>
    );
  return (
    <>
      <Text inherit c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
        {lastError.message}
      </Text>
      <Note mt={4} mb="xs">
        <DateTime value={lastError.timestamp} show="relative" />
      </Note>
      <Button
        variant="default"
        size="compact-sm"
        renderRoot={(props) => <Link {...props} to="/smart-poll" search={{ show: 'failed' }} />}
      >
        {copy.lastError.show}
      </Button>
    </>
  );
}

function Configuration({ status: { configuration, externalEndpoint } }: { readonly status: CronStatus }) {
  const words = copy.configuration;
  const { everyS, minAgeS, timeoutMs, clicksPerRun, offers } = configuration;
  return (
    <FactList
      look="rows"
      facts={[
        [words.every, copy.cron.every(intervalText(everyS))],
        [words.age, words.ageValue(intervalText(minAgeS))],
        [words.timeout, formatDuration(timeoutMs)],
        [words.most, words.mostValue(formatCount(clicksPerRun))],
        [words.offers, offers === 0 ? words.noOffers : formatCount(offers)],
        [words.endpoint, <Endpoint key="v" endpoint={externalEndpoint} />],
      ]}
    />
  );
}

function Endpoint({ endpoint }: { readonly endpoint: CronStatus['externalEndpoint'] }) {
  if (!endpoint.enabled) return copy.configuration.endpointOff;
  return <CopyText value={`${endpoint.url}?key=CRON_KEY`} what="external endpoint" mono />;
}

function Mapping() {
  const words = copy.mapping;
  return (
    <>
      <table className={classes['mapping']}>
        <thead>
          <tr>
            <th scope="col">{words.event}</th>
            <th scope="col">{words.share}</th>
          </tr>
        </thead>
        <tbody>
          {EVENT_ALIASES.map((names) => (
            <tr key={names[0]}>
              <td>{names.join(' / ')}</td>
              <td>{sharePercent(names[0])}%</td>
            </tr>
          ))}
          <tr>
            <td>{words.other}</td>
            <td>{sharePercent('')}%</td>
          </tr>
        </tbody>
      </table>
      <Note mt={4} mb="xs">
        {words.note}
      </Note>
      <Text component="h3" fz="sm" fw={600} mt="sm" mb={6}>
        {words.answers}
      </Text>
      <Stack component="ul" gap={4} className={classes['answers'] ?? ''}>
        {ACCEPTED_ANSWERS.map((answer) => (
          <li key={answer}>
            <code>{answer}</code>
          </li>
        ))}
      </Stack>
    </>
  );
}
