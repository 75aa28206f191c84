import { inviteAdmin } from '@muneem/contract/admins';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { applyServerErrors, FormError, SubmitButton } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './admins.copy.ts';
import { adminsQuery } from './admins.queries.ts';

const words = copy.inviteForm;

export function InviteModal({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({ mode: 'controlled', initialValues: { email: '' } });
  const [message, setMessage] = useState<string>();
  const queryClient = useQueryClient();
  const invite = useMutation({ mutationFn: (body: { email: string }) => api(inviteAdmin, { body }) });
  const submit = form.onSubmit(async (values) => {
    if (invite.isPending) return;
    setMessage(undefined);
    try {
      toast.success((await invite.mutateAsync(values)).message);
      await queryClient.invalidateQueries({ queryKey: adminsQuery().queryKey });
      onClose();
    } catch (error) {
      setMessage(applyServerErrors(form, error, words.failed));
    }
  });
  return (
    <ModalWindow onClose={onClose} title={words.title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text c="dimmed">{words.text}</Text>
          <TextInput
            type="email"
            label={words.email}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <FormError message={message} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <SubmitButton busy={invite.isPending} busyText={words.busy}>
              {words.send}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </ModalWindow>
  );
}
