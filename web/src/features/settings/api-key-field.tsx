import { Button, PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { copyToClipboard } from '#lib/clipboard.ts';
import { toast } from '#ui/toasts/index.ts';
import { RevealModal, type RevealPurpose } from './reveal-modal.tsx';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';

interface ApiKeyFieldProps {
  readonly value: string;
  /** The field contains the masked key. The full key must be requested. */
  readonly isStored: boolean;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
  readonly onShown: (key: string) => void;
  readonly onHidden: () => void;
}

/**
 * The provider's key. Masked until the admin reveals it with their password. All administrators get an email about it.
 */
export function ApiKeyField({ value, isStored, error, onChange, onShown, onHidden }: ApiKeyFieldProps) {
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
    onShown(key);
    setVisible(true);
  };
  const toggle = (wanted: boolean): void => {
    if (wanted && isStored) return setAsked('show');
    setVisible(wanted);
    if (!wanted) onHidden();
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
        onVisibilityChange={toggle}
        onChange={(event) => onChange(event.currentTarget.value)}
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
