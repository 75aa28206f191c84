import { acceptInvitation, INVITED_PASSWORD_MIN_LENGTH } from '@muneem/contract/account';
import { Alert, Anchor, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthCard } from '#features/auth/index.ts';
import { api } from '#lib/api.ts';
import { FormError, SubmitButton, useSubmit } from '#ui/form/index.ts';
import { copy } from './admins.copy.ts';

const words = copy.accept;

/** Opened from the invitation email: `/accept-invitation?token=…`. */
function AcceptInvitationScreen() {
  const token = useLocation({
    select: ({ search }) => (search as Readonly<Record<string, string | undefined>>)['token'] ?? '',
  });
  const [done, setDone] = useState(false);
  return (
    <AuthCard>
      {done ? (
        <Stack gap="md">
          <Alert color="green" role="status">
            {words.done}
          </Alert>
          <Anchor component={Link} to="/login">
            {words.toLogin}
          </Anchor>
        </Stack>
      ) : (
        <AcceptForm token={token} onDone={() => setDone(true)} />
      )}
    </AuthCard>
  );
}

function AcceptForm({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const accept = async (): Promise<string | void> => {
    if (token === '') return words.invalid;
    if (password !== again) return words.mismatch;
    await api(acceptInvitation, { body: { token, name, password } });
    onDone();
  };
  const { onSubmit, isBusy, complaint } = useSubmit(accept, {
    failed: words.failed,
    complaint: token === '' ? words.invalid : undefined,
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={words.name}
          name="name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordInput
          label={words.password}
          description={`At least ${INVITED_PASSWORD_MIN_LENGTH} characters`}
          name="new-password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={words.confirm}
          name="confirm-password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <FormError message={complaint} />
        <SubmitButton
          busy={isBusy}
          busyText={words.busy}
          {...(token === '' ? { disabled: true } : {})}
          fullWidth
          size="md"
        >
          {words.submit}
        </SubmitButton>
      </Stack>
    </form>
  );
}

export { AcceptInvitationScreen as component };
