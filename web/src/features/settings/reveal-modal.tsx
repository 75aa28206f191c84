import { revealBulkpeApiKey } from '@muneem/contract/settings';
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#app/session/use-session.ts';
import { api } from '#lib/api.ts';
import { applyServerErrors, FormError, OwnPasswordField, SubmitButton } from '#ui/form/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';

const words = copy.reveal;

export type RevealPurpose = 'show' | 'copy';

interface RevealModalProps {
  readonly purpose: RevealPurpose;
  readonly onClose: () => void;
  readonly onRevealed: (key: string) => Promise<void>;
}

/** Asks for the admin's own password before it reveals the key. The typed text stays after a failure. */
export function RevealModal({ purpose, onClose, onRevealed }: RevealModalProps) {
  const form = useForm({ mode: 'controlled', initialValues: { password: '' } });
  const [message, setMessage] = useState<string>();
  const { admin } = useSession();
  const reveal = useMutation({
    mutationFn: async (body: { password: string }) => (await api(revealBulkpeApiKey, { body })).bulkpeApiKey,
  });
  const submit = form.onSubmit(async (given) => {
    if (reveal.isPending) return;
    setMessage(undefined);
    try {
      await onRevealed(await reveal.mutateAsync(given));
    } catch (error) {
      setMessage(applyServerErrors(form, error, copy.revealFailed));
    }
  });
  return (
    <ModalWindow
      onClose={onClose}
      title={words[purpose].title}
      closeOnClickOutside={false}
      closeOnEscape={!reveal.isPending}
      withCloseButton={!reveal.isPending}
    >
      <form
        onSubmit={(event) => {
          // This window is inside the settings form. Its submit must not save the settings.
          event.stopPropagation();
          submit(event);
        }}
        noValidate
      >
        <Stack gap="md">
          <p className={classes['help']}>{words.text}</p>
          <OwnPasswordField account={admin?.email ?? ''} data-autofocus {...form.getInputProps('password')} />
          <FormError message={message} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={reveal.isPending} onClick={onClose}>
              {words.cancel}
            </Button>
            <SubmitButton busy={reveal.isPending} busyText={words.busy}>
              {words[purpose].verb}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </ModalWindow>
  );
}
