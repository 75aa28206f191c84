import { acceptInvitation, INVITED_PASSWORD_MIN_LENGTH } from '@muneem/contract/account';
import { Alert, Anchor, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { AuthCard } from '#features/auth/index.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { FormError, SubmitButton } from '#ui/form/index.ts';
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
  const [complaint, setComplaint] = useState<string | undefined>(token === '' ? words.invalid : undefined);
  const accept = useMutation({ mutationFn: () => api(acceptInvitation, { body: { token, name, password } }) });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (accept.isPending || token === '') return;
    setComplaint(undefined);
    if (password !== again) return setComplaint(words.mismatch);
    try {
      await accept.mutateAsync();
      onDone();
    } catch (error) {
      setComplaint(errorText(error, words.failed));
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
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
          busy={accept.isPending}
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
