import { useEffect, useState } from 'react';
import { PASSWORD_MIN_LENGTH, resetPassword } from '@muneem/contract/auth';
import { Alert, Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { sessionStore } from '#app/session/session-store.ts';
import { api } from '#lib/api.ts';
import { AuthCard } from './auth-card.tsx';
import { copy } from './auth.copy.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import classes from './auth.module.css';

/** Document 000 §9. */
const REDIRECT_AFTER_MS = 3_000;

/** Opened from the password reset email. */
export function ResetPasswordScreen() {
  const [done, setDone] = useState(false);
  const save = async (token: string, newPassword: string): Promise<void> => {
    await api(resetPassword, { body: { token, newPassword } });
    setDone(true);
    // The reset may have ended a session of this admin in this browser.
    await sessionStore.recheck();
  };
  return (
    <AuthCard>
      <div className={classes['form']}>
        {done ? (
          <ResetDone />
        ) : (
          <NewPasswordForm
            words={copy.reset}
            complaintOf={({ length }) => (length < PASSWORD_MIN_LENGTH ? copy.tooShort : undefined)}
            save={save}
          />
        )}
        <Anchor component={Link} to="/login">
          {copy.backToLogin}
        </Anchor>
      </div>
    </AuthCard>
  );
}

function ResetDone() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/login' }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Alert color="green" role="status" title={copy.resetDone}>
      {copy.resetDoneNext}
    </Alert>
  );
}
