import { CUSTOM_POSTBACK_LIMITS as LIMITS, type CustomPostback } from '@muneem/contract/custom-postbacks';
import { Alert, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDuration, formatNoun, formatPercent, NOTHING } from '#lib/format.ts';
import { CopyText, DateTime, FactList, Note, StatusBadge } from '#ui/display/index.ts';
import { Raw } from '../raw.tsx';
import { CardActions, type CardActionsProps } from './card-actions.tsx';
import { copy } from './custom-postbacks.copy.ts';
import classes from './custom-postbacks.module.css';
import { isAutoPaused, postbackStatus } from './postback-status.ts';

const words = copy.card;

/** One custom postback: target, event, status and actions. */
export function PostbackCard(props: CardActionsProps) {
  const { postback } = props;
  const { companyName, eventName, postbackUrl, statistics } = postback;
  const urlOf = words.url(companyName, eventName);
  return (
    <li className={classes['card']}>
      <article aria-label={words.label(companyName, eventName)}>
        <Group gap="0.25rem 0.5rem">
          <h4>{eventName}</h4>
          <StatusBadge {...postbackStatus(postback)} reason={postback.pausedReason} />
          <StatusBadge label={postback.httpMethod} color="gray" />
          <StatusBadge label={`${words.priority} ${postback.priority}`} color="gray" />
        </Group>
        <Notices postback={postback} />
        <Raw label={urlOf} text={postbackUrl} what={urlOf} />
        <div className={classes['numbers']}>
          <FactList
            facts={[
              [words.fired, formatCount(statistics.totalFired)],
              [words.success, formatCount(statistics.successCount)],
              [words.errors, formatCount(statistics.errorCount)],
              [words.rate, statistics.totalFired === 0 ? NOTHING : formatPercent(statistics.successRate / 100)],
            ]}
          />
        </div>
        <FactList
          look="narrow"
          facts={[
            [words.companyId, <CopyText key="v" value={postback.companyId} what="company id" mono />],
            [words.authentication, <Authentication key="v" authentication={postback.authentication} />],
            [words.retries, formatCount(postback.retryCount)],
            [words.timeout, formatDuration(postback.timeout)],
            [words.contact, [postback.contactPerson, postback.contactEmail].filter((text) => text !== '').join(', ')],
            [
              words.lastFired,
              postback.lastFiredAt === null ? words.never : <DateTime key="v" value={postback.lastFiredAt} />,
            ],
          ]}
        />
        <CardActions {...props} />
      </article>
    </li>
  );
}

function Notices({ postback: it }: { readonly postback: CustomPostback }) {
  const isActive = it.status === 'active';
  const waiting = formatNoun(it.waitingCount, 'delivery', 'deliveries');
  return (
    <>
      {isAutoPaused(it) && (
        <Alert color="red" p="xs" title={words.pausedAt}>
          {it.pausedReason}
          {it.pausedAt !== null && (
            <>
              {' '}
              <DateTime value={it.pausedAt} show="relative" />
            </>
          )}
        </Alert>
      )}
      {isActive && it.restingUntil !== null && (
        <Alert color="yellow" p="xs">
          {words.resting} <DateTime value={it.restingUntil} />.
        </Alert>
      )}
      {isActive && it.failuresInRow > 0 && (
        <p className={classes['warning']}>{words.failures(it.failuresInRow, LIMITS.failuresInRow)}</p>
      )}
      {!it.eventKnown && <p className={classes['warning']}>{words.eventGone(it.eventName)}</p>}
      {it.unknownMacros.length > 0 && (
        <p className={classes['warning']}>{words.unknown(it.unknownMacros.map((name) => `{${name}}`).join(', '))}</p>
      )}
      {it.waitingCount > 0 && (
        <Note>
          <Link to="." search={{ tab: 'log', direction: 'outbound', 'o-status': 'waiting', 'o-postbackId': it._id }}>
            {isActive ? words.waiting(waiting) : words.held(waiting)}
          </Link>
        </Note>
      )}
    </>
  );
}

function Authentication({ authentication: auth }: Pick<CustomPostback, 'authentication'>) {
  const secret = auth.token ?? auth.password ?? auth.apiKey;
  const parts = [auth.username, secret, auth.apiKeyHeader && words.header(auth.apiKeyHeader)];
  const facts = parts.filter((part) => part !== undefined && part !== '');
  return (
    <>
      {words.auth[auth.type]}
      {facts.length > 0 && (
        <Text span display="block" fz="xs" c="dimmed">
          {facts.join(' ')}
        </Text>
      )}
    </>
  );
}
