import { Button, Code, NativeSelect } from '@mantine/core';
import { copyToClipboard } from '#lib/clipboard.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './log.copy.ts';
import classes from './log.module.css';

/** Text as it was sent: wrapped, scrollable and focusable. */
export function Raw({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Code block tabIndex={0} aria-label={label} className={classes['raw'] ?? ''}>
      {text}
    </Code>
  );
}

export function CurlButton({ command }: { readonly command: string }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() =>
        void copyToClipboard(command).then((copied) =>
          copied ? toast.success(copy.curlCopied, { key: 'curl' }) : toast.error(copy.curlFailed, { key: 'curl' }),
        )
      }
    >
      {copy.copyCurl}
    </Button>
  );
}

interface EventSelectProps {
  readonly events: readonly string[];
  readonly value: string;
  readonly onChange: (event: string) => void;
}

/** Selects an event of the offer. Keeps the event of the URL even if the offer no longer has it. */
export function EventSelect({ events, value, onChange }: EventSelectProps) {
  const names = value === '' || events.includes(value) ? events : [...events, value];
  return (
    <NativeSelect
      aria-label={copy.event}
      value={value}
      data={[{ value: '', label: copy.allEvents }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
