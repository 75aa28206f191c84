import { beginAuthenticator, confirmAuthenticator } from '@muneem/contract/account';
import { OTP_DIGITS } from '@muneem/contract/auth';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useSession } from '#app/session/use-session.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { CopyText } from '#ui/display/index.ts';
import { applyServerErrors, FormError, OwnPasswordField, SubmitButton } from '#ui/form/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './account.copy.ts';
import { QrCode } from './qr-code.tsx';
import classes from './account.module.css';

const words = copy.setUp;

interface SetUpModalProps {
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: string[]) => void;
}

interface Secret {
  readonly secret: string;
  readonly uri: string;
}

/** Asks for the password, then shows the secret and asks for its first code. */
export function SetUpModal({ onClose, onDone }: SetUpModalProps) {
  const [secret, setSecret] = useState<Secret>();
  return (
    <ModalWindow onClose={onClose} title={words.title} closeOnClickOutside={false}>
      {secret ? (
        <ConfirmForm secret={secret} onClose={onClose} onDone={onDone} />
      ) : (
        <PasswordForm onClose={onClose} onDone={setSecret} />
      )}
    </ModalWindow>
  );
}

function PasswordForm({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: (secret: Secret) => void;
}) {
  const { admin } = useSession();
  const form = useForm({ mode: 'controlled', initialValues: { password: '' } });
  const [message, setMessage] = useState<string>();
  const begin = useMutation({ mutationFn: (body: { password: string }) => api(beginAuthenticator, { body }) });
  const submit = form.onSubmit(async (given) => {
    if (begin.isPending) return;
    setMessage(undefined);
    try {
      onDone(await begin.mutateAsync(given));
    } catch (error) {
      setMessage(applyServerErrors(form, error, words.failed));
    }
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <OwnPasswordField account={admin?.email ?? ''} data-autofocus {...form.getInputProps('password')} />
        <FormError message={message} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <SubmitButton busy={begin.isPending} busyText={words.nextBusy}>
            {words.next}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

interface ConfirmFormProps extends SetUpModalProps {
  readonly secret: Secret;
}

function ConfirmForm({ secret: { secret, uri }, onClose, onDone }: ConfirmFormProps) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => api(confirmAuthenticator, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <p className={classes['text']}>{words.scan}</p>
        <QrCode text={uri} label={words.qr} />
        <div>
          <span className={classes['label']}>{words.key}</span>
          <CopyText value={secret} what="key" mono />
        </div>
        <TextInput
          label={words.code}
          description={words.codeHelp}
          data-autofocus
          autoComplete="one-time-code"
          inputMode="numeric"
          pattern={`[0-9]{${OTP_DIGITS}}`}
          title={words.codeHelp}
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, OTP_DIGITS))}
        />
        <FormError message={confirm.error ? errorText(confirm.error, words.failed) : undefined} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <SubmitButton busy={confirm.isPending} busyText={words.confirmBusy}>
            {words.confirm}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
