import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#app/session/use-session.ts';
import { applyServerErrors, FormError, OwnPasswordField, SubmitButton } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './admins.copy.ts';
import classes from './admins.module.css';
import { adminsQuery } from './admins.queries.ts';

interface ChangeInput {
  readonly email: string;
  readonly password: string;
}

/** A change of an administrator or an invitation. */
export interface AdminsChange {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly busyText: string;
  readonly failed: string;
  readonly danger?: boolean;
  /** Asks for the email address too. */
  readonly asksForEmail?: boolean;
  readonly call: (input: ChangeInput) => Promise<{ readonly message: string }>;
}

interface ChangeModalProps {
  readonly change: AdminsChange;
  readonly onClose: () => void;
}

/** Asks for the admin's own password before a change. The typed text stays after a failure. */
export function ChangeModal({ change, onClose }: ChangeModalProps) {
  const { title, text, verb, busyText, failed, danger = false, asksForEmail = false, call } = change;
  const form = useForm({ mode: 'controlled', initialValues: { email: '', password: '' } });
  const [message, setMessage] = useState<string>();
  const { admin } = useSession();
  const queryClient = useQueryClient();
  const act = useMutation({ mutationFn: call });
  const submit = form.onSubmit(async (input) => {
    if (act.isPending) return;
    setMessage(undefined);
    const renew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: adminsQuery().queryKey });
    try {
      toast.success((await act.mutateAsync(input)).message);
      await renew();
      onClose();
    } catch (error) {
      setMessage(applyServerErrors(form, error, failed));
      await renew();
    }
  });
  return (
    <ModalWindow onClose={onClose} title={title} closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text c="dimmed" className={classes['text']}>
            {text} {copy.told}
          </Text>
          {asksForEmail && (
            <TextInput
              type="email"
              label={copy.inviteForm.email}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              required
              withAsterisk={false}
              {...form.getInputProps('email')}
            />
          )}
          <OwnPasswordField
            account={admin?.email ?? ''}
            data-autofocus={asksForEmail ? undefined : true}
            {...form.getInputProps('password')}
          />
          <FormError message={message} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {copy.cancel}
            </Button>
            <SubmitButton busy={act.isPending} busyText={busyText} {...(danger ? { color: 'red' } : {})}>
              {verb}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </ModalWindow>
  );
}
