import { useRef, useState } from 'react';
import { Anchor, Group, TextInput } from '@mantine/core';
import { verifyOtp, type AdminView } from '@muneem/contract/auth';
import { api } from '#lib/api.ts';
import { CodeField, FormError, SubmitButton, useSubmit } from '#ui/form/index.ts';
import { copy } from './auth.copy.ts';
import classes from './auth.module.css';

interface AuthenticatorStepProps {
  readonly email: string;
  readonly remember: boolean;
  readonly onBack: () => void;
  readonly onVerified: (opened: { readonly token: string; readonly admin: AdminView }) => void;
}

/** Step 2 with an authenticator app, or a recovery code if the phone is lost. */
export function AuthenticatorStep({ email, remember, onBack, onVerified }: AuthenticatorStepProps) {
  const [byRecovery, setByRecovery] = useState(false);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const verify = async (): Promise<void> =>
    onVerified(await api(verifyOtp, { body: { email, otp: code.trim(), remember } }));
  const { onSubmit, isBusy, complaint, setComplaint } = useSubmit(verify, {
    failed: copy.verifyFailed,
    onFailure: () => field.current?.select(),
  });

  return (
    <form className={classes['form']} onSubmit={onSubmit}>
      {/* Tells password managers which account the code belongs to. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      {byRecovery ? (
        <TextInput
          ref={field}
          name="otp"
          label={copy.app.recoveryCode}
          description={copy.app.recoveryHelp}
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : (
        <CodeField
          ref={field}
          className={classes['otp'] ?? ''}
          name="otp"
          label={copy.app.code}
          description={copy.app.help}
          value={code}
          onChange={setCode}
        />
      )}
      <FormError message={complaint} />
      <SubmitButton busy={isBusy} busyText={copy.verifyBusy} fullWidth size="md">
        {copy.app.verify}
      </SubmitButton>
      <Group justify="space-between" align="flex-start" gap="0.5rem 1rem">
        <Anchor component="button" type="button" onClick={onBack}>
          {copy.backToLogin}
        </Anchor>
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            setByRecovery(!byRecovery);
            setCode('');
            setComplaint(undefined);
          }}
        >
          {byRecovery ? copy.app.useApp : copy.app.useRecovery}
        </Anchor>
      </Group>
    </form>
  );
}
