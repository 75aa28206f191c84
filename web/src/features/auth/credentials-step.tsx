import { useState } from 'react';
import { Alert, Anchor, Checkbox, Code, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError } from '@muneem/contract/http';
import { forgotPassword, getFirstRun, login, OTP_SENT_TEXT } from '@muneem/contract/auth';
import { sessionStore, useSession } from '#app/session/session-store.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { routeQuery } from '#lib/route-query.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { FormError, SubmitButton, useSubmit } from '#ui/form/index.ts';
import { copy } from './auth.copy.ts';
import { useFocusOnMount } from './use-focus-on-mount.ts';
import classes from './auth.module.css';

export interface Credentials {
  readonly email: string;
  readonly remember: boolean;
}

interface CredentialsStepProps {
  readonly credentials: Credentials;
  readonly onChange: (credentials: Credentials) => void;
  /**
   * `notice`: shown if the last code is still valid and no new one was sent. `authenticator`: the code comes from the
   * app.
   */
  readonly onCodeSent: (from: 'email' | 'authenticator', notice?: string) => void;
}

export const firstRunQuery = routeQuery(['auth', 'first-run'], getFirstRun, {}, { staleTime: Infinity });

/** Step 1. Only this component holds the password, and step 2 drops it. */
export function CredentialsStep({ credentials, onChange, onCodeSent }: CredentialsStepProps) {
  const [password, setPassword] = useState('');
  const emailField = useFocusOnMount(credentials.email === '');
  const passwordField = useFocusOnMount(credentials.email !== '');
  const email = credentials.email.trim();
  const forgot = useForgotPassword(email, () => emailField.current?.focus());
  const { signedOutBy } = useSession();
  const needsAdmin = useQuery(firstRunQuery).data?.needsAdmin === true;
  const rememberedDays = sessionStore.rememberedDays();

  const signIn = async (): Promise<string | void> => {
    const { message, method } = await api(login, { body: { email, password } });
    if (method === 'authenticator') return onCodeSent(method);
    if (message === OTP_SENT_TEXT) return onCodeSent('email', method === 'email' ? copy.otpStillValid : undefined);
    return message;
  };
  const { onSubmit, isBusy, complaint } = useSubmit(signIn, {
    failed: (error) => copy.loginError(error instanceof ApiError && error.serverMessage !== undefined),
  });

  return (
    <form className={classes['form']} onSubmit={onSubmit}>
      {needsAdmin && (
        <Alert color="blue" title={copy.firstRun.title} role="status">
          {copy.firstRun.text}
          <Code block mt="xs" style={{ whiteSpace: 'pre-wrap' }}>
            {copy.firstRun.command}
          </Code>
          <Text size="xs" mt="xs">
            {copy.firstRun.outbox}
          </Text>
        </Alert>
      )}
      {signedOutBy !== undefined && signedOutBy !== 'user' && (
        <Alert color="blue" p="xs" role="status">
          {copy.sessionEnded}
        </Alert>
      )}
      <TextInput
        ref={emailField}
        type="email"
        name="email"
        label={copy.email}
        autoComplete="username"
        inputMode="email"
        spellCheck={false}
        required
        withAsterisk={false}
        value={credentials.email}
        onChange={(event) => onChange({ ...credentials, email: event.currentTarget.value })}
      />
      <PasswordInput
        ref={passwordField}
        name="password"
        label={copy.password}
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Group justify="space-between" align="flex-start" gap="0.5rem 1rem">
        <Checkbox
          name="remember"
          label={copy.rememberMe}
          {...(rememberedDays === undefined ? {} : { description: copy.expiresIn(rememberedDays) })}
          checked={credentials.remember}
          onChange={(event) => onChange({ ...credentials, remember: event.currentTarget.checked })}
        />
        <Anchor component="button" type="button" aria-disabled={forgot.isPending} onClick={() => void forgot.ask()}>
          {copy.forgotPassword}
        </Anchor>
      </Group>
      <FormError message={complaint} />
      <SubmitButton busy={isBusy} busyText={copy.loginBusy} fullWidth size="md">
        {copy.login}
      </SubmitButton>
    </form>
  );
}

function useForgotPassword(email: string, onMissing: () => void) {
  const { isPending, mutateAsync } = useMutation({
    mutationFn: () => api(forgotPassword, { body: { email } }),
  });
  const ask = async (): Promise<void> => {
    if (isPending) return;
    if (email === '') {
      await dialogs.alert(copy.emailFirst);
      return onMissing();
    }
    let words: string;
    try {
      words = (await mutateAsync()).message;
    } catch (error) {
      words = errorText(error, copy.forgotFailed);
    }
    await dialogs.alert(words);
  };
  return { isPending, ask };
}
