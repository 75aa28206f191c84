import { KEY_MASK, type SettingsView } from '@muneem/contract/settings';
import { Button, PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { copyToClipboard } from '#lib/clipboard.ts';
import { toast } from '#ui/toasts/index.ts';
import type { SettingsValues } from './changed-settings.ts';
import { RevealModal, type RevealPurpose } from './reveal-modal.tsx';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';

interface ApiKeyFieldProps {
  readonly form: UseFormReturnType<SettingsValues>;
  readonly stored: SettingsView;
  readonly revealedKey: string | undefined;
  readonly onRevealed: (key: string | undefined) => void;
}

/**
 * The provider's key. Masked until the admin reveals it with their password. All owners get an email about it.
 */
export function ApiKeyField({ form, stored, revealedKey, onRevealed }: ApiKeyFieldProps) {
  const value = form.values.bulkpeApiKey;
  // The field contains the masked key. The full key must be requested.
  const isStored = value === stored.bulkpeApiKey && value.startsWith(KEY_MASK);
  const [visible, setVisible] = useState(false);
  const [asked, setAsked] = useState<RevealPurpose>();

  const copyKey = async (key: string): Promise<void> => {
    if (await copyToClipboard(key)) toast.success(copy.copied);
    else toast.error(copy.copyFailed);
  };
  const reveal = async (key: string): Promise<void> => {
    setAsked(undefined);
    // A copied key is not shown on the page.
    if (asked === 'copy') return copyKey(key);
    onRevealed(key);
    form.setFieldValue('bulkpeApiKey', key);
    setVisible(true);
  };
  const toggle = (wanted: boolean): void => {
    if (wanted && isStored) return setAsked('show');
    setVisible(wanted);
    if (wanted) return;
    if (value.trim() === revealedKey) form.setFieldValue('bulkpeApiKey', stored.bulkpeApiKey);
    onRevealed(undefined);
  };

  return (
    <div className={classes['withButtons']}>
      <PasswordInput
        id="bulkpe-api-key"
        label={copy.apiKey}
        description={copy.apiKeyHelp}
        placeholder={copy.apiKeyEmpty}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('bulkpeApiKey')}
        visible={visible}
        visibilityToggleButtonProps={{ 'aria-label': visible ? 'Hide the API key' : 'Show the API key' }}
        onVisibilityChange={toggle}
      />
      <Button
        variant="default"
        aria-label={`${copy.copyKey} ${copy.apiKey}`}
        disabled={value === ''}
        onClick={() => (isStored ? setAsked('copy') : void copyKey(value))}
      >
        {copy.copyKey}
      </Button>
      {asked && <RevealModal purpose={asked} onClose={() => setAsked(undefined)} onRevealed={reveal} />}
    </div>
  );
}
