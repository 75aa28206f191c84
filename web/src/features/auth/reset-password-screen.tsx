import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { resetPasswordUnread } from '@muneem/contract/auth';
import { Alert, Anchor, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { sessionStore } from '#app/session/session-store.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { FormError, SubmitButton } from '#ui/form/index.ts';
import { AuthCard } from './auth-card.tsx';
import { copy } from './auth.copy.ts';
import { resetComplaint } from './reset-rules.ts';
import { useFocusOnMount } from './use-focus-on-mount.ts';
import classes from './auth.module.css';

/** Document 000 §9. */
const REDIRECT_AFTER_MS = 3_000;

/** Opened from the password reset email: `/reset-password?token=…`. */
export function ResetPasswordScreen() {
  const token = useLocation({
    select: ({ search }) => (search as Readonly<Record<string, string | undefined>>)['token'] ?? '',
  });
  const [done, setDone] = useState(false);
  return <AuthCard>{done ? <ResetDone /> : <ResetForm token={token} onDone={() => setDone(true)} />}</AuthCard>;
}

function ResetForm({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const [newPassword, setNewPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [complaint, setComplaint] = useState<string | undefined>(token === '' ? copy.invalidLink : undefined);
  const firstField = useFocusOnMount(token !== '');
  const reset = useMutation({
    mutationFn: () => api(resetPasswordUnread, { body: { token, newPassword } }),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending || token === '') return;
    const found = resetComplaint(newPassword, confirmPassword);
    setComplaint(found);
    if (found !== undefined) {
      firstField.current?.focus();
      return;
    }
    try {
      await reset.mutateAsync();
      onDone();
      // The reset may have ended a session of this admin in this browser.
      await sessionStore.recheck();
    } catch (error) {
      setComplaint(errorText(error, copy.resetFailed));
    }
  };

  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)}>
      <PasswordInput
        ref={firstField}
        name="new-password"
        label={copy.newPassword}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={newPassword}
        onChange={(event) => setNewPassword(event.currentTarget.value)}
      />
      <PasswordInput
        name="confirm-password"
        label={copy.confirmPassword}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={confirmPassword}
        onChange={(event) => setConfirmPassword(event.currentTarget.value)}
      />
      <FormError message={complaint} />
      <SubmitButton
        busy={reset.isPending}
        busyText={copy.resetBusy}
        {...(token === '' ? { disabled: true } : {})}
        fullWidth
        size="md"
      >
        {copy.reset}
      </SubmitButton>
      <BackToLogin />
    </form>
  );
}

function ResetDone() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/login' }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div className={classes['form']}>
      <Alert color="green" role="status" title={copy.resetDone}>
        {copy.resetDoneNext}
      </Alert>
      <BackToLogin />
    </div>
  );
}

const BackToLogin = () => (
  <Anchor component={Link} to="/login">
    {copy.backToLogin}
  </Anchor>
);
