import { getTestClick, makeTestClick, type TestClick } from '@muneem/contract/clicks';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ClickLink } from '#features/clicks/index.ts';
import { api } from '#lib/api.ts';
import { errorText, fieldErrors } from '#lib/api-error.ts';
import { CopyButton, CopyText, DateTime } from '#ui/display/index.ts';
import { FormError } from '#ui/form/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './offer-form.copy.ts';
import classes from './offer-form.module.css';

const words = copy.testClick;
const FIELDS = ['uid', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const EMPTY: Values = { uid: '', p1: '', p2: '', p3: '', p4: '', p5: '', p6: '' };
const LOOK_EVERY_MS = 3_000;

interface TestClickModalProps {
  readonly offerId: string;
  /** The form's tracking URL differs from the stored one. */
  readonly isChanged: boolean;
  readonly onClose: () => void;
}

/** Tries out the stored tracking URL: shows the redirect, and what the network sends back for it. */
export function TestClickModal({ offerId, isChanged, onClose }: TestClickModalProps) {
  const [values, setValues] = useState(EMPTY);
  const send = useMutation({ mutationFn: () => api(makeTestClick, { params: { id: offerId }, body: values }) });
  const problems = fieldErrors(send.error);
  return (
    <ModalWindow onClose={onClose} title={words.title} size="lg" closeButtonProps={{ 'aria-label': words.close }}>
      <Stack gap="md">
        <p className={classes['plain']}>{words.text}</p>
        {isChanged && (
          <Alert color="yellow" p="xs">
            {words.changed}
          </Alert>
        )}
        <div className={classes['testFields']}>
          {FIELDS.map((name) => (
            <TextInput
              key={name}
              label={words.fields(name)}
              value={values[name]}
              error={problems[name]}
              data-autofocus={name === 'uid' || undefined}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !send.isPending) send.mutate();
              }}
            />
          ))}
        </div>
        <FormError
          message={send.error && Object.keys(problems).length === 0 ? errorText(send.error, words.failed) : undefined}
        />
        {send.data && <Sent click={send.data.click} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {words.close}
          </Button>
          <Button loading={send.isPending} onClick={() => send.mutate()}>
            {send.data ? words.again : words.send}
          </Button>
        </Group>
      </Stack>
    </ModalWindow>
  );
}

function Sent({ click }: { readonly click: TestClick }) {
  const { clickId, offerId, redirectUrl } = click;
  const { data } = useQuery({
    queryKey: ['offers', 'test-click', clickId],
    queryFn: ({ signal }) => api(getTestClick, { params: { id: offerId, clickId }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const postbacks = data?.postbacks ?? [];
  return (
    <section className={classes['sent']} aria-label={words.result}>
      <div role="status">
        <span className={classes['previewTitle']}>{words.redirect}</span>
        <span className={classes['previewUrl']}>
          <code>{redirectUrl}</code>
          <CopyButton value={redirectUrl} what={words.redirectWhat} />
        </span>
      </div>
      <Group gap="md">
        <Button
          component="a"
          variant="default"
          href={redirectUrl}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {words.open}
        </Button>
        <span className={classes['aside']}>
          {words.clickId} {/* Before a postback names it there is no evidence of it. */}
          {postbacks.length > 0 ? (
            <ClickLink clickId={clickId} />
          ) : (
            <CopyText value={clickId} what={words.clickIdWhat} mono />
          )}
        </span>
      </Group>
      <span className={classes['previewTitle']}>{words.postbacks}</span>
      {postbacks.length > 0 ? (
        <ul className={classes['arrived']}>
          {postbacks.map(({ receivedAt, event, verdict }) => (
            <li key={receivedAt + event}>
              <DateTime value={receivedAt} /> <strong>{event === '' ? words.noEvent : event}</strong>{' '}
              {verdict === 'click_unknown' ? words.arrived : words.refused(verdict)}
            </li>
          ))}
        </ul>
      ) : (
        <span className={classes['aside']}>{words.waiting}</span>
      )}
    </section>
  );
}
