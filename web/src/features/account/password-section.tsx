import { changePassword } from '@muneem/contract/account';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { applyServerErrors, FormError, SubmitButton } from '#ui/form/index.ts';
import { Section } from '#ui/layout/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './account.copy.ts';
import classes from './account.module.css';
import { sessionsQuery } from './account.queries.ts';

const words = copy.password;

export function PasswordSection() {
  const [open, setOpen] = useState(false);
  return (
    <Section title={words.title}>
      <p className={classes['text']}>{words.text}</p>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.change}
      </Button>
      {open && <PasswordModal onClose={() => setOpen(false)} />}
    </Section>
  );
}

function PasswordModal({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({
    mode: 'controlled',
    initialValues: { currentPassword: '', newPassword: '', again: '' },
    validate: { again: (again, { newPassword }) => (again === newPassword ? null : words.mismatch) },
  });
  const [message, setMessage] = useState<string>();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => api(changePassword, { body }),
  });
  const submit = form.onSubmit(async ({ currentPassword, newPassword }) => {
    if (change.isPending) return;
    setMessage(undefined);
    try {
      toast.success((await change.mutateAsync({ currentPassword, newPassword })).message);
      await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      onClose();
    } catch (error) {
      setMessage(applyServerErrors(form, error, words.failed));
    }
  });
  return (
    <ModalWindow onClose={onClose} title={words.change} closeOnClickOutside={false}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <PasswordInput
            label={words.current}
            autoComplete="current-password"
            data-autofocus
            required
            withAsterisk={false}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label={words.next}
            description={words.nextHelp}
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('newPassword')}
          />
          <PasswordInput
            label={words.again}
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('again')}
          />
          <FormError message={message} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {copy.setUp.cancel}
            </Button>
            <SubmitButton busy={change.isPending} busyText={words.busy}>
              {words.save}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </ModalWindow>
  );
}
