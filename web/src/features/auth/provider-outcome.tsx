import { useEffect, useRef, useState } from 'react';
import { Box, Text } from '@mantine/core';
import { OIDC_CONFIRMED, OIDC_REFUSALS, openOidcSession } from '@muneem/contract/auth';
import { sessionStore } from '#app/session/session-store.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { FormError } from '#ui/form/index.ts';
import { copy, REFUSALS } from './provider.copy.ts';

interface ProviderOutcomeProps {
  /** The outcome in the URL. */
  readonly outcome: string;
  readonly name: string | undefined;
  /** Called when the sign-in has failed. */
  readonly onFailed: () => void;
}

/** Finishes a sign-in after the return from the provider, or says why it was refused. */
export function ProviderOutcome({ outcome, name = copy.nameless, onFailed }: ProviderOutcomeProps) {
  const [complaint, setComplaint] = useState<string>();
  const isAsked = useRef(false);
  useEffect(() => {
    // The cookie opens one session.
    if (outcome !== OIDC_CONFIRMED || isAsked.current) return;
    isAsked.current = true;
    api(openOidcSession, {}).then(sessionStore.begin, (error: unknown) => {
      setComplaint(errorText(error, copy.sessionFailed));
      onFailed();
    });
  }, [outcome, onFailed]);
  const refusal = OIDC_REFUSALS.find((reason) => reason === outcome);
  if (complaint === undefined && outcome === OIDC_CONFIRMED) return <Text role="status">{copy.confirming}</Text>;
  return (
    <Box mb="md">
      <FormError message={complaint ?? (refusal && REFUSALS[refusal](name))} />
    </Box>
  );
}
