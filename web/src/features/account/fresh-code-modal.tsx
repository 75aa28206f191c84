import { removeAuthenticator, renewRecoveryCodes } from '@muneem/contract/account';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { FormError, SubmitButton } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './account.copy.ts';
import classes from './account.module.css';

const words = copy.fresh;

interface FreshCodeModalProps {
  readonly purpose: 'renew' | 'remove';
  readonly onClose: () => void;
  readonly onCodes: (codes: string[]) => void;
  readonly onRemoved: () => void;
}

/** Asks for a new code before the second factor is changed. */
export function FreshCodeModal({ purpose, onClose, onCodes, onRemoved }: FreshCodeModalProps) {
  const [code, setCode] = useState('');
  const isRemoval = purpose === 'remove';
  const act = useMutation({
    mutationFn: async () => {
      if (isRemoval) {
        await api(removeAuthenticator, { body: { code } });
        toast.success(words.removed);
        onRemoved();
      } else onCodes((await api(renewRecoveryCodes, { body: { code } })).recoveryCodes);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!act.isPending) act.mutate();
  };
  return (
    <ModalWindow onClose={onClose} title={isRemoval ? words.removeTitle : words.renewTitle}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p className={classes['text']}>{isRemoval ? words.removeText : words.renewText}</p>
          <TextInput
            label={isRemoval ? words.codeOrRecovery : words.code}
            data-autofocus
            autoComplete="one-time-code"
            {...(isRemoval ? {} : { inputMode: 'numeric' as const })}
            required
            withAsterisk={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.trim())}
          />
          <FormError message={act.error ? errorText(act.error, words.failed) : undefined} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {copy.setUp.cancel}
            </Button>
            <SubmitButton busy={act.isPending} busyText={words.busy} {...(isRemoval ? { color: 'red' } : {})}>
              {isRemoval ? words.remove : words.renew}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </ModalWindow>
  );
}
