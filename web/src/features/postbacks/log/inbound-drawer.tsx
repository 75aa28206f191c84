import { rights } from '@muneem/contract/rights';
import { VERDICT_MEANINGS, type LoggedPostbackDetails } from '@muneem/contract/postbacks';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '#lib/may.ts';
import { ClickLink, ConversionLink } from '#features/clicks/index.ts';
import { verdictLook } from '#features/postback-replays/index.ts';
import { apiBaseUrl } from '#lib/api.ts';
import { CopyText, DateTime, FactList, Note, Part, StatusBadge } from '#ui/display/index.ts';
import { curlOf } from './curl.ts';
import { Raw } from '../raw.tsx';
import { CurlButton, LogDrawer } from './log-parts.tsx';
import { copy } from './log.copy.ts';
import { inboundPostbackQuery } from './log.queries.ts';

const words = copy.inbound.details;

interface InboundDrawerProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onReplay: (id: string) => void;
}

/** One inbound postback in full: request, response and reason. */
export function InboundDrawer({ id, onClose, onReplay }: InboundDrawerProps) {
  const query = useQuery(inboundPostbackQuery(id));
  return (
    <LogDrawer title={words.title} query={query} failed={words.failed} onClose={onClose}>
      {({ postback }) => <Details postback={postback} onReplay={onReplay} />}
    </LogDrawer>
  );
}

interface DetailsProps extends Pick<InboundDrawerProps, 'onReplay'> {
  readonly postback: LoggedPostbackDetails;
}

function Details({ postback: it, onReplay }: DetailsProps) {
  const url = `${apiBaseUrl() || location.origin}${it.url}`;
  return (
    <Stack gap="lg">
      <Standing postback={it} onReplay={onReplay} />
      <Received postback={it} />
      <Part title={words.request}>
        <Raw label={words.request} text={`${it.method} ${it.url}`} />
        <Group gap="0.25rem 0.75rem" mt={6}>
          <CurlButton command={curlOf({ method: it.method, url, body: it.body })} />
          <Note span>{words.curlNote}</Note>
        </Group>
      </Part>
      <Part title={words.body}>
        {it.body === null ? <Note>{words.emptyBody}</Note> : <Raw label={words.body} text={it.body} />}
      </Part>
      <Part title={words.headers}>
        <Raw
          label={words.headers}
          text={Object.entries(it.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
      </Part>
      {it.replays.length > 0 && (
        <Part title={words.replays}>
          <Stack component="ol" gap="sm">
            {it.replays.map((replay) => (
              <li key={replay.replayedAt}>
                <DateTime value={replay.replayedAt} /> <StatusBadge {...verdictLook(replay.verdict)} /> {replay.by}
              </li>
            ))}
          </Stack>
        </Part>
      )}
    </Stack>
  );
}

function Standing({ postback: it, onReplay }: DetailsProps) {
  const { meaning, advice } = VERDICT_MEANINGS[it.verdict];
  return (
    <div>
      <Group gap="0.25rem 0.625rem">
        <StatusBadge {...verdictLook(it.verdict)} />
        <code>{it.verdict}</code>
        <Button
          size="compact-sm"
          variant="default"
          ml="auto"
          renderRoot={(props) => <Link to="/clicks" search={{ explain: it._id }} {...props} />}
        >
          {words.explain}
        </Button>
        {it.replayable && may(rights.replayPostbacks) && (
          <Button size="compact-sm" onClick={() => onReplay(it._id)}>
            {words.replay}
          </Button>
        )}
      </Group>
      <Text my="xs">{meaning}</Text>
      {advice !== null && (
        <Alert p="xs" title={words.advice}>
          {advice}
        </Alert>
      )}
    </div>
  );
}

function Received({ postback: it }: Pick<DetailsProps, 'postback'>) {
  return (
    <FactList
      facts={[
        [copy.inbound.columns.received, <DateTime key="v" value={it.receivedAt} show="relative" />],
        [copy.inbound.columns.event, it.event],
        [copy.click, it.clickId && <ClickLink key="v" clickId={it.clickId} />],
        [copy.inbound.columns.sender, it.ip && <CopyText key="v" value={it.ip} what="sender's IP address" mono />],
        [words.answer, `HTTP ${it.httpStatus}`],
        [copy.conversion, it.conversionId && <ConversionLink key="v" id={it.conversionId} />],
        [words.detail, it.detail],
      ]}
    />
  );
}
