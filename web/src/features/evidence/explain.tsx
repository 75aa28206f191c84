import {
  EXPLAIN_MAX_LENGTH,
  explainPostback,
  POSTBACK_CHECK_LABELS,
  VERDICT_MEANINGS,
  type PostbackExplanation,
} from '@muneem/contract/postbacks';
import { Alert, Button, Checkbox, Group, Stack, TextInput, Textarea, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { verdictLook } from '#features/postback-replays/index.ts';
import { api } from '#lib/api.ts';
import { errorText, fieldErrors } from '#lib/api-error.ts';
import { formatCoins, formatRupees } from '#lib/format.ts';
import { routeQuery } from '#lib/route-query.ts';
import { Note, StatusBadge } from '#ui/display/index.ts';
import { FormError } from '#ui/form/index.ts';
import { Loaded, SkeletonLines } from '#ui/states/index.ts';
import { CHECK_HINTS, copy } from './evidence.copy.ts';
import classes from './evidence.module.css';

const words = copy.explain;

export function ExplainForm() {
  const [url, setUrl] = useState('');
  const [ip, setIp] = useState('');
  const [body, setBody] = useState<string>();
  const explain = useMutation({
    mutationFn: () => api(explainPostback, { body: { url, body, ...(ip.trim() === '' ? {} : { ip }) } }),
  });
  const errors = fieldErrors(explain.error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        explain.mutate();
      }}
    >
      <Stack gap="sm">
        <Note>{words.lead}</Note>
        <Textarea
          label={words.url}
          placeholder="https://…/postback/…"
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={EXPLAIN_MAX_LENGTH}
          spellCheck={false}
          value={url}
          error={errors['url']}
          onChange={(event) => setUrl(event.currentTarget.value)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <TextInput
          label={words.ip}
          description={words.ipText}
          value={ip}
          error={errors['ip']}
          spellCheck={false}
          maxLength={64}
          onChange={(event) => setIp(event.currentTarget.value)}
          maw="24rem"
        />
        <Checkbox
          label={words.bodyShow}
          checked={body !== undefined}
          onChange={(event) => setBody(event.currentTarget.checked ? '' : undefined)}
        />
        {body !== undefined && (
          <Textarea
            label={words.body}
            autosize
            minRows={2}
            maxRows={10}
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        )}
        <FormError
          message={
            explain.error && !errors['url'] && !errors['ip'] ? errorText(explain.error, words.failed) : undefined
          }
        />
        <div>
          <Button type="submit" loading={explain.isPending}>
            {words.verb}
          </Button>
        </div>
        {explain.data && <Explanation explanation={explain.data} />}
      </Stack>
    </form>
  );
}

export function ExplainLogged({ id, onOther }: { readonly id: string; readonly onOther: () => void }) {
  const query = useQuery(routeQuery(['evidence', 'explain', id], explainPostback, { body: { postbackId: id } }));
  return (
    <Stack gap="sm">
      <Note>{words.logged}</Note>
      <Loaded query={query} failed={words.failed} compact loading={<SkeletonLines count={8} />}>
        {(data) => <Explanation explanation={data} />}
      </Loaded>
      <div>
        <Button variant="default" onClick={onOther}>
          {words.other}
        </Button>
      </div>
    </Stack>
  );
}

function Explanation({ explanation: it }: { readonly explanation: PostbackExplanation }) {
  const { meaning, advice } = VERDICT_MEANINGS[it.verdict];
  const failed = it.checks.find(({ outcome }) => outcome === 'failed')?.check;
  const hint = failed === undefined ? undefined : (CHECK_HINTS[failed] ?? advice);
  return (
    <div className={classes['explanation']} role="status">
      <Group gap="0.25rem 0.625rem">
        <StatusBadge {...verdictLook(it.verdict)} />
        <strong>{it.offerTitle}</strong>
        {it.clickId !== null && (
          <Link to="/clicks/$id" params={{ id: it.clickId }}>
            {words.evidence}
          </Link>
        )}
      </Group>
      <p>
        {it.verdict === 'accepted' ? words.wouldCount : it.verdict === 'reversed' ? words.wouldReverse : meaning}{' '}
        {effect(it)}
      </p>
      {hint && (
        <Alert p="xs" title={words.advice}>
          {hint}
        </Alert>
      )}
      <Stack component="ol" gap={4} className={classes['checks'] ?? ''}>
        {it.checks.map(({ check, outcome, detail }) => (
          <li key={check} data-outcome={outcome}>
            <span className={classes['mark']} aria-hidden>
              {outcome === 'passed' ? '✓' : outcome === 'failed' ? '✕' : '–'}
            </span>
            <span>
              {POSTBACK_CHECK_LABELS[check]}
              <VisuallyHidden>{`: ${words.outcome[outcome]}`}</VisuallyHidden>
              {detail !== null && <Note span> {detail}</Note>}
            </span>
          </li>
        ))}
      </Stack>
      <Note>
        {words.answer}: <code>{`HTTP ${it.httpStatus} ${it.verdict}`}</code> {it.message}
      </Note>
    </div>
  );
}

function effect({ coins, referralCoins, payout, verdict }: PostbackExplanation): string {
  if (coins < 0) return words.wouldTake(formatCoins(-coins));
  if (verdict !== 'accepted') return words.wouldPayNothing;
  return coins === 0 ? words.wouldPayNothing : words.wouldPay(formatCoins(coins + referralCoins), formatRupees(payout));
}
