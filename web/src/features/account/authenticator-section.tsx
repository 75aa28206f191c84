import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#lib/query-client.ts';
import { DateTime } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { Loaded } from '#ui/states/index.ts';
import { copy } from './account.copy.ts';
import { authenticatorQuery } from './account.queries.ts';
import { FreshCodeModal } from './fresh-code-modal.tsx';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import { SetUpModal } from './set-up-modal.tsx';

const words = copy.authenticator;
const FEW_CODES = 3;

type Step = { readonly name: 'set-up' | 'renew' | 'remove' } | { readonly name: 'codes'; readonly codes: string[] };

/** Lets the admin use an authenticator app instead of email codes. */
export function AuthenticatorSection() {
  const query = useQuery(authenticatorQuery());
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
      <Text maw="44rem" mb="sm" c="dimmed">
        {words.off}
      </Text>
      <Button variant="default" onClick={() => setStep({ name: 'set-up' })}>
        {words.setUp}
      </Button>
    </>
  );
  const loading = (
    <Skeleton inert aria-hidden>
      {off}
    </Skeleton>
  );
  return (
    <Section title={words.title}>
      <Loaded query={query} failed={words.failed} loading={loading}>
        {({ authenticator: { active, since, recoveryCodesLeft } }) =>
          active ? (
            <>
              <Text maw="44rem" mb="sm" c="dimmed">
                {words.on} <DateTime value={since ?? ''} show="date" />. {words.left(recoveryCodesLeft)}
              </Text>
              {recoveryCodesLeft <= FEW_CODES && (
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
          ) : (
            off
          )
        }
      </Loaded>
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
