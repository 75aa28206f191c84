import { acceptInvitation, INVITED_PASSWORD_MIN_LENGTH } from '@muneem/contract/account';
import { Alert, Anchor, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthCard, NewPasswordForm } from '#features/auth/index.ts';
import { api } from '#lib/api.ts';
import { copy } from './admins.copy.ts';

const words = copy.accept;

/** Opened from the invitation email. */
function AcceptInvitationScreen() {
  const [name, setName] = useState('');
  const [done, setDone] = useState(false);
  const save = async (token: string, password: string): Promise<void> => {
    await api(acceptInvitation, { body: { token, name, password } });
    setDone(true);
  };
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
        <NewPasswordForm words={words} description={`At least ${INVITED_PASSWORD_MIN_LENGTH} characters`} save={save}>
          <TextInput
            label={words.name}
            name="name"
            autoComplete="name"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </NewPasswordForm>
      )}
    </AuthCard>
  );
}

export { AcceptInvitationScreen as component };
