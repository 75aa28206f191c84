import { useEffect, useState } from 'react';
import { resetPassword } from '@muneem/contract/auth';
import { Alert, Anchor, PasswordInput } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { sessionStore } from '#app/session/session-store.ts';
import { api } from '#lib/api.ts';
import { FormError, SubmitButton, useSubmit } from '#ui/form/index.ts';
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
  const firstField = useFocusOnMount(token !== '');
  const reset = async (): Promise<string | void> => {
    if (token === '') return copy.invalidLink;
    const found = resetComplaint(newPassword, confirmPassword);
    if (found !== undefined) {
      firstField.current?.focus();
      return found;
    }
    await api(resetPassword, { body: { token, newPassword } });
    onDone();
    // The reset may have ended a session of this admin in this browser.
    await sessionStore.recheck();
  };
  const { onSubmit, isBusy, complaint } = useSubmit(reset, {
    failed: copy.resetFailed,
    complaint: token === '' ? copy.invalidLink : undefined,
  });

  return (
    <form className={classes['form']} onSubmit={onSubmit}>
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
        busy={isBusy}
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
