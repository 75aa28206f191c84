import { ROLE_NAMES, ROLE_TEXTS, ROLES, type Role } from '@muneem/contract/rights';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { OwnPasswordField } from '#app/session/own-password-field.tsx';
import { queryClient } from '#lib/query-client.ts';
import { WindowForm } from '#ui/form/index.ts';
import { tellProposed, toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './admins.copy.ts';
import { adminsQuery } from './admins.queries.ts';

interface ChangeInput {
  readonly email: string;
  readonly role: Role;
  readonly password: string;
}

/** A change of an administrator or an invitation. */
export interface AdminsChange {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly busy: string;
  readonly failed: string;
  readonly danger?: boolean;
  /** Asks for the email address too. */
  readonly asksForEmail?: boolean;
  /** Asks for a role too, and preselects this one. */
  readonly role?: Role;
  readonly call: (input: ChangeInput) => Promise<{ readonly message: string }>;
}

/** Asks for the admin's own password before a change. The typed text stays after a failure. */
export function ChangeModal({ change, onClose }: { readonly change: AdminsChange; readonly onClose: () => void }) {
  const { title, text, danger = false, asksForEmail = false, role = 'owner', call } = change;
  const form = useForm({ mode: 'controlled', initialValues: { email: '', role, password: '' } });
  const run = async (input: ChangeInput): Promise<void> => {
    const renew = () => queryClient.invalidateQueries({ queryKey: adminsQuery().queryKey });
    try {
      toast.success((await call(input)).message);
    } catch (error) {
      void renew();
      if (tellProposed(error)) return onClose();
      throw error;
    }
    // Closes over the new list: a resent invitation has another id.
    await renew();
    onClose();
  };
  return (
    <ModalWindow onClose={onClose} title={title} closeOnClickOutside={false}>
      <WindowForm form={form} run={run} words={change} danger={danger} noValidate onCancel={onClose}>
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
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
        {change.role !== undefined && (
          <NativeSelect
            label={copy.columns.role}
            description={ROLE_TEXTS[form.values.role]}
            data={ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
            data-autofocus={asksForEmail ? undefined : true}
            {...form.getInputProps('role')}
          />
        )}
        <OwnPasswordField
          data-autofocus={asksForEmail || change.role !== undefined ? undefined : true}
          {...form.getInputProps('password')}
        />
      </WindowForm>
    </ModalWindow>
  );
}
