import { rights } from '@muneem/contract/rights';
import { getClickEvidence, type EvidenceClick, type EvidenceEntry } from '@muneem/contract/evidence';
import { ApiError } from '@muneem/contract/http';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { may } from '#lib/may.ts';
import { ReplayModal } from '#features/postback-replays/index.ts';
import { RecordHistory } from '#features/audit/index.ts';
import { clickStatus } from '#features/clicks/index.ts';
import { formatNoun } from '#lib/format.ts';
import { Coins, CopyButton, CopyText, DataAge, DateTime, StatusBadge } from '#ui/display/index.ts';
import { PageHeader, RefreshButton, Section } from '#ui/layout/index.ts';
import { EmptyState, Loaded, SkeletonBox, SkeletonLines } from '#ui/states/index.ts';
import { KnownFacts } from './entry-body.tsx';
import { copy } from './evidence.copy.ts';
import classes from './evidence.module.css';
import { toneOf } from './entry-looks.ts';
import { evidenceQuery } from './evidence.queries.ts';
import { Timeline } from './timeline.tsx';
import { whyPaid } from './why.ts';

const words = copy.click;
const READ = [getClickEvidence];
const LOADING = (
  <>
    <SkeletonBox height={108} />
    <SkeletonLines count={12} />
  </>
);

/** Everything about one click. The summary comes first. */
function ClickScreen() {
  const { id = '' } = useParams({ strict: false });
  const clickId = id.trim().toUpperCase();
  const query = useQuery(evidenceQuery(clickId));
  const { data, error, refetch } = query;
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader
        aside={<DataAge of={READ} />}
        text={<CopyText value={clickId} what="click id" mono />}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/clicks" {...props} />}>
              {words.back}
            </Button>
            <RefreshButton label={words.refresh} onRefresh={refetch} />
          </>
        }
      />
      {!data && isUnknown ? (
        <EmptyState
          title={words.unknown}
          text={words.unknownText}
          action={
            <Button variant="default" renderRoot={(props) => <Link to="/clicks" {...props} />}>
              {copy.find.title}
            </Button>
          }
        />
      ) : (
        <Loaded query={query} failed={words.failed} loading={LOADING}>
          {({ click, timeline }) => <Evidence clickId={clickId} click={click} timeline={timeline} />}
        </Loaded>
      )}
    </>
  );
}

interface EvidenceProps {
  readonly clickId: string;
  readonly click: EvidenceClick | null;
  readonly timeline: readonly EvidenceEntry[];
}

function Evidence({ clickId, click, timeline }: EvidenceProps) {
  const [replaying, setReplaying] = useState<readonly string[]>();
  const replayable = timeline.flatMap((entry) => (entry.kind === 'postback' && entry.replayable ? [entry._id] : []));
  return (
    <>
      {click ? (
        <Summary click={click} timeline={timeline} />
      ) : (
        <div className={classes['answer']} style={toneOf('red')}>
          <h2>{words.ghost}</h2>
          <p>{words.ghostText}</p>
        </div>
      )}
      <Section
        title={words.timeline}
        actions={
          replayable.length > 1 &&
          may(rights.replayPostbacks) && (
            <Button size="compact-sm" variant="default" onClick={() => setReplaying(replayable)}>
              {words.replayAll(formatNoun(replayable.length, 'postback', 'postbacks'))}
            </Button>
          )
        }
      >
        <Timeline entries={timeline} onReplay={(id) => setReplaying([id])} />
      </Section>
      {click && <RecordHistory type="click" id={clickId} />}
      {replaying && (
        <ReplayModal key={clickId} selection={{ ids: replaying }} onClose={() => setReplaying(undefined)} />
      )}
    </>
  );
}

function Summary({ click, timeline }: { readonly click: EvidenceClick; readonly timeline: readonly EvidenceEntry[] }) {
  const answer = whyPaid(click, timeline);
  return (
    <div className={classes['answer']} style={toneOf(answer.color)}>
      <h2>{answer.headline}</h2>
      <p>{answer.text}</p>
      {click.logSince !== null && (
        <p>
          {words.archived} <DateTime value={click.logSince} show="date" />.
        </p>
      )}
      <KnownFacts
        facts={[
          [
            words.facts.offer,
            <Link key="v" to="/postback-urls/$id" params={{ id: click.offerId }}>
              {click.offerTitle}
            </Link>,
          ],
          [
            words.facts.user,
            click.uid === null ? words.anonymous : <UserLink key="v" uid={click.uid} name={click.userName} />,
          ],
          [words.facts.status, <StatusBadge key="v" {...clickStatus(click.status)} />],
          [words.facts.earned, <Coins key="v" coins={click.earnedCoins} />],
          [words.facts.owed, click.owedCoins > 0 && <Coins key="v" coins={click.owedCoins} />],
          [words.facts.visited, <DateTime key="v" value={click.createdAt} show="relative" />],
        ]}
      />
    </div>
  );
}

const UserLink = ({ uid, name }: { readonly uid: string; readonly name: string | null }) => (
  <Group gap={4} wrap="nowrap">
    <Link to="/users" search={{ user: uid }}>
      {name ?? uid}
    </Link>
    <CopyButton value={uid} what="user id" />
  </Group>
);

export { ClickScreen as component };
export { clickQueries as queries } from './evidence.queries.ts';
