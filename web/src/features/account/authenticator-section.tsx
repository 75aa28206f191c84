import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DateTime } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { ErrorState } from '#ui/states/index.ts';
import { copy } from './account.copy.ts';
import classes from './account.module.css';
import { authenticatorQuery } from './account.queries.ts';
import { FreshCodeModal } from './fresh-code-modal.tsx';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import { SetUpModal } from './set-up-modal.tsx';

const words = copy.authenticator;
const FEW_CODES = 3;

type Step = { readonly name: 'set-up' | 'renew' | 'remove' } | { readonly name: 'codes'; readonly codes: string[] };

/** Lets the admin use an authenticator app instead of email codes. */
export function AuthenticatorSection() {
  const { data, error, refetch, isFetching } = useQuery(authenticatorQuery());
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>();
  const renew = () => void queryClient.invalidateQueries({ queryKey: authenticatorQuery().queryKey });
  const showCodes = (codes: string[]): void => {
    renew();
    setStep({ name: 'codes', codes });
  };
  const close = (): void => setStep(undefined);
  // Also rendered invisibly while loading: most admins have no app, and this reserves the space.
  const off = (
    <>
      <p className={classes['text']}>{words.off}</p>
      <Button variant="default" onClick={() => setStep({ name: 'set-up' })}>
        {words.setUp}
      </Button>
    </>
  );
  return (
    <Section title={words.title}>
      {!data && error && <ErrorState text={words.failed} error={error} onRetry={refetch} retrying={isFetching} />}
      {!data && !error && (
        <Skeleton inert aria-hidden>
          {off}
        </Skeleton>
      )}
      {data?.authenticator.active === false && off}
      {data?.authenticator.active === true && (
        <>
          <p className={classes['text']}>
            {words.on} <DateTime value={data.authenticator.since ?? ''} show="date" />.{' '}
            {words.left(data.authenticator.recoveryCodesLeft)}
          </p>
          {data.authenticator.recoveryCodesLeft <= FEW_CODES && (
            <Alert color="yellow" p="xs" mb="sm">
              {words.few}
            </Alert>
          )}
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep({ name: 'renew' })}>
              {words.renew}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setStep({ name: 'remove' })}>
              {words.remove}
            </Button>
          </Group>
        </>
      )}
      {step?.name === 'set-up' && <SetUpModal onClose={close} onDone={showCodes} />}
      {step?.name === 'codes' && <RecoveryCodesModal codes={step.codes} onClose={close} />}
      {(step?.name === 'renew' || step?.name === 'remove') && (
        <FreshCodeModal
          purpose={step.name}
          onClose={close}
          onCodes={showCodes}
          onRemoved={() => {
            renew();
            close();
          }}
        />
      )}
    </Section>
  );
}
