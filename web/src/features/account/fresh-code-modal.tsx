import { removeAuthenticator, renewRecoveryCodes } from '@muneem/contract/account';
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '#lib/api.ts';
import { CodeField, WindowForm } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './account.copy.ts';

interface FreshCodeModalProps {
  readonly purpose: 'renew' | 'remove';
  readonly onClose: () => void;
  readonly onCodes: (codes: string[]) => void;
  readonly onRemoved: () => void;
}

/** Asks for a new code before the second factor is changed. */
export function FreshCodeModal({ purpose, onClose, onCodes, onRemoved }: FreshCodeModalProps) {
  const words = { ...copy.fresh, ...copy.fresh[purpose] };
  const form = useForm({ mode: 'controlled', initialValues: { code: '' } });
  const isRemoval = purpose === 'remove';
  const run = async (body: { code: string }): Promise<void> => {
    if (!isRemoval) return onCodes((await api(renewRecoveryCodes, { body })).recoveryCodes);
    await api(removeAuthenticator, { body });
    toast.success(words.removed);
    onRemoved();
  };
  return (
    <ModalWindow onClose={onClose} title={words.title}>
      <WindowForm form={form} run={run} words={words} danger={isRemoval} onCancel={onClose}>
        <Text maw="44rem" mb="sm" c="dimmed">
          {words.text}
        </Text>
        {isRemoval ? (
          // Also takes a recovery code. The removal waits for its button.
          <TextInput
            label={words.code}
            data-autofocus
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            {...form.getInputProps('code')}
            onChange={(event) => form.setFieldValue('code', event.currentTarget.value.trim())}
          />
        ) : (
          <CodeField label={words.code} {...form.getInputProps('code')} />
        )}
      </WindowForm>
    </ModalWindow>
  );
}
