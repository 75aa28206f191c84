import { revealBulkpeApiKey } from '@muneem/contract/settings';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { OwnPasswordField } from '#app/session/own-password-field.tsx';
import { api } from '#lib/api.ts';
import { WindowForm } from '#ui/form/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './settings.copy.ts';

export type RevealPurpose = 'show' | 'copy';

interface RevealModalProps {
  readonly purpose: RevealPurpose;
  readonly onClose: () => void;
  readonly onRevealed: (key: string) => Promise<void>;
}

/** Asks for the admin's own password before it reveals the key. Stays open until the server has answered. */
export function RevealModal({ purpose, onClose, onRevealed }: RevealModalProps) {
  const words = { ...copy.reveal, ...copy.reveal[purpose] };
  const form = useForm({ mode: 'controlled', initialValues: { password: '' } });
  const [isCalling, setCalling] = useState(false);
  const run = async (body: { password: string }): Promise<void> => {
    setCalling(true);
    const { bulkpeApiKey } = await api(revealBulkpeApiKey, { body }).finally(() => setCalling(false));
    await onRevealed(bulkpeApiKey);
  };
  return (
    <ModalWindow onClose={onClose} title={words.title} closeOnClickOutside={false} isLocked={isCalling}>
      <WindowForm form={form} run={run} words={words} noValidate cancelWaits onCancel={onClose}>
        <Text fz="xs" c="dimmed">
          {words.text}
        </Text>
        <OwnPasswordField data-autofocus {...form.getInputProps('password')} />
      </WindowForm>
    </ModalWindow>
  );
}
