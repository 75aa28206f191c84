import { useRef, useState } from 'react';
import { Alert, Anchor, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { OTP_RESEND_AFTER_MS, resendOtp, verifyOtp, type AdminView } from '@muneem/contract/auth';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { CodeField, FormError, SubmitButton, useSubmit } from '#ui/form/index.ts';
import { copy } from './auth.copy.ts';
import { useCountdown } from './use-countdown.ts';
import classes from './auth.module.css';

interface CodeStepProps {
  readonly email: string;
  readonly remember: boolean;
  /** Replaces the text about a newly sent code. */
  readonly notice?: string | undefined;
  readonly onBack: () => void;
  readonly onVerified: (opened: { readonly token: string; readonly admin: AdminView }) => void;
}

/** Step 2: the emailed code, pasted, filled in by the phone, or typed. */
export function CodeStep({ email, remember, notice, onBack, onVerified }: CodeStepProps) {
  const [otp, setOtp] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { secondsLeft, restart } = useCountdown(OTP_RESEND_AFTER_MS);
  const verify = async (): Promise<void> => onVerified(await api(verifyOtp, { body: { email, otp, remember } }));
  const { onSubmit, isBusy, complaint, setComplaint } = useSubmit(verify, {
    failed: copy.verifyFailed,
    onFailure: () => field.current?.select(),
  });
  const resend = useMutation({ mutationFn: () => api(resendOtp, { body: { email } }) });

  const sendAgain = async () => {
    if (resend.isPending) return;
    setComplaint(undefined);
    try {
      const { message } = await resend.mutateAsync();
      restart();
      setOtp('');
      await dialogs.alert(message);
      field.current?.focus();
    } catch (error) {
      setComplaint(errorText(error, copy.resendFailed));
    }
  };

  return (
    <form className={classes['form']} onSubmit={onSubmit}>
      <Alert color="blue" p="xs" role="status">
        {notice ?? copy.otpNotice}
      </Alert>
      {/* Tells password managers which account the code belongs to. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <CodeField
        ref={field}
        className={classes['otp'] ?? ''}
        name="otp"
        label={copy.otp}
        description={copy.sentTo(email)}
        value={otp}
        onChange={setOtp}
      />
      <FormError message={complaint} />
      <SubmitButton busy={isBusy} busyText={copy.verifyBusy} fullWidth size="md">
        {copy.verify}
      </SubmitButton>
      <Group justify="space-between" align="flex-start" gap="0.5rem 1rem">
        <Anchor component="button" type="button" onClick={onBack}>
          {copy.backToLogin}
        </Anchor>
        {secondsLeft > 0 ? (
          <span className={classes['waiting']}>{copy.resendIn(secondsLeft)}</span>
        ) : (
          <Anchor component="button" type="button" aria-disabled={resend.isPending} onClick={() => void sendAgain()}>
            {copy.resend}
          </Anchor>
        )}
      </Group>
    </form>
  );
}
