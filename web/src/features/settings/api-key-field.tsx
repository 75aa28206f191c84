import { revealBulkpeApiKey } from '@muneem/contract/settings';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { copyToClipboard } from '#lib/clipboard.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';

interface ApiKeyFieldProps {
  readonly value: string;
  /** The field still holds the masked key that the server sent: what it stands for has to be asked for. */
  readonly isStored: boolean;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
  readonly onRevealed: (key: string) => void;
}

/** The provider's key: masked until somebody asks for it, which the server writes down. */
export function ApiKeyField({ value, isStored, error, onChange, onRevealed }: ApiKeyFieldProps) {
  const [visible, setVisible] = useState(false);
  const reveal = useMutation({ mutationFn: async () => (await api(revealBulkpeApiKey, {})).bulkpeApiKey });

  const clear = async (): Promise<string | undefined> => {
    if (!isStored) return value;
    try {
      const key = await reveal.mutateAsync();
      onRevealed(key);
      return key;
    } catch (cause) {
      toast.error(errorText(cause, copy.revealFailed));
      return undefined;
    }
  };
  const show = async (wanted: boolean): Promise<void> => {
    if (!wanted || (await clear()) !== undefined) setVisible(wanted);
  };
  const copyKey = async (): Promise<void> => {
    const key = await clear();
    if (key === undefined) return;
    if (await copyToClipboard(key)) toast.success(copy.copied);
    else toast.error(copy.copyFailed);
  };

  return (
    <div className={classes['withButtons']}>
      <PasswordInput
        label={copy.apiKey}
        description={copy.apiKeyHelp}
        placeholder={copy.apiKeyEmpty}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        visible={visible}
        visibilityToggleButtonProps={{ 'aria-label': visible ? 'Hide the API key' : 'Show the API key' }}
        onVisibilityChange={(wanted) => void show(wanted)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        variant="default"
        aria-label={`${copy.copyKey} ${copy.apiKey}`}
        disabled={value === ''}
        loading={reveal.isPending}
        onClick={() => void copyKey()}
      >
        {copy.copyKey}
      </Button>
    </div>
  );
}
