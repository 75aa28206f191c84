import { changePassword } from '@muneem/contract/account';
import { Button, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { WindowForm } from '#ui/form/index.ts';
import { Section } from '#ui/layout/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './account.copy.ts';
import { sessionsQuery } from './account.queries.ts';

const words = copy.password;

export function PasswordSection() {
  const [open, setOpen] = useState(false);
  return (
    <Section title={words.title}>
      <Text maw="44rem" mb="sm" c="dimmed">
        {words.text}
      </Text>
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
  const run = async ({ currentPassword, newPassword }: typeof form.values): Promise<void> => {
    toast.success((await api(changePassword, { body: { currentPassword, newPassword } })).message);
    await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    onClose();
  };
  return (
    <ModalWindow onClose={onClose} title={words.change} closeOnClickOutside={false}>
      <WindowForm form={form} run={run} words={words} onCancel={onClose}>
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
      </WindowForm>
    </ModalWindow>
  );
}
