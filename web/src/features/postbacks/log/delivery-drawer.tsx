import { rights } from '@muneem/contract/rights';
import type { DeliveryAttempt, getDelivery } from '@muneem/contract/custom-postbacks';
import type { RouteAnswer } from '@muneem/contract/http';
import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { may } from '#lib/may.ts';
import { ClickLink, ConversionLink } from '#features/clicks/index.ts';
import { RecordHistory } from '#features/audit/index.ts';
import { formatCount, formatDuration, NOTHING } from '#lib/format.ts';
import { CopyText, DateTime, FactList, Note, Part, StatusBadge } from '#ui/display/index.ts';
import { curlOf } from './curl.ts';
import { Raw } from '../raw.tsx';
import { CurlButton, LogDrawer } from './log-parts.tsx';
import { answerText, canResend, deliveryStatus, resendText, triesText } from './log-status.ts';
import { copy } from './log.copy.ts';
import { deliveryQuery } from './log.queries.ts';
import { resend } from './resend.ts';

const words = copy.outbound.details;
const JSON_BODY = { 'content-type': 'application/json' };

export function DeliveryDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useQuery(deliveryQuery(id));
  return (
    <LogDrawer title={words.title} query={query} failed={words.failed} onClose={onClose}>
      {(data) => <Details {...data} />}
    </LogDrawer>
  );
}

type Answer = RouteAnswer<typeof getDelivery>;

function Details({ delivery: it, attempts, body }: Answer) {
  const { columns } = copy.outbound;
  return (
    <Stack gap="lg">
      <Group gap="0.25rem 0.625rem">
        <StatusBadge {...deliveryStatus(it)} />
        <span>{`${it.companyName}, ${it.eventName}`}</span>
        {canResend(it) && may(rights.changePostbacks) && (
          <Button size="compact-sm" variant="default" ml="auto" onClick={() => void resend.one(it)}>
            {resendText(it)}
          </Button>
        )}
      </Group>
      {it.held && it.status === 'waiting' && <Note>{copy.outbound.heldReason}</Note>}
      <FactList
        facts={[
          [words.created, <DateTime key="v" value={it.createdAt} show="relative" />],
          [words.tries, triesText(it)],
          [words.next, it.nextAttemptAt && <DateTime key="v" value={it.nextAttemptAt} show="relative" />],
          [words.finished, it.finishedAt && <DateTime key="v" value={it.finishedAt} show="relative" />],
          [columns.click, <ClickLink key="v" clickId={it.clickId} />],
          [copy.conversion, <ConversionLink key="v" id={it.conversionId} />],
          [words.id, <CopyText key="v" value={it._id} what="delivery id" mono />],
        ]}
      />
      <Part title={words.attempts(formatCount(attempts.length))}>
        {attempts.length === 0 ? (
          <Note>{words.noAttempts}</Note>
        ) : (
          <Stack component="ol" gap="sm">
            {attempts.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} body={attempt.method === 'POST' ? body : null} />
            ))}
          </Stack>
        )}
      </Part>
      <RecordHistory type="postback_delivery" id={it._id} />
    </Stack>
  );
}

function Attempt({ attempt: it, body }: Pick<Answer, 'body'> & { readonly attempt: DeliveryAttempt }) {
  const name = words.attempt(it.number);
  return (
    <Paper withBorder component="li" p="sm">
      <Stack gap="xs">
        <Group gap="0.25rem 0.625rem">
          <Text component="h4" fz="sm">
            {name}
          </Text>
          <StatusBadge label={answerText(it) ?? NOTHING} color={it.success ? 'green' : 'red'} />
          <DateTime value={it.startedAt} />
          <span>{formatDuration(it.responseTime)}</span>
        </Group>
        {it.errorDetail !== null && (
          <Box component="p" fz="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {it.errorDetail}
          </Box>
        )}
        <Raw label={`${name}: ${copy.inbound.details.request}`} text={`${it.method} ${it.url}`} />
        {body !== null && (
          <>
            <Raw label={`${name}: ${copy.inbound.details.body}`} text={body} />
            <Note>{words.bodyNote}</Note>
          </>
        )}
        {it.response === '' ? (
          <Note>{words.emptyResponse}</Note>
        ) : (
          <Raw label={`${name}: ${words.response}`} text={it.response} />
        )}
        <Group gap="0.25rem 0.75rem" mt={6}>
          <CurlButton
            command={curlOf({ method: it.method, url: it.url, headers: body === null ? {} : JSON_BODY, body })}
          />
          <Note span>{words.curlNote}</Note>
        </Group>
      </Stack>
    </Paper>
  );
}
