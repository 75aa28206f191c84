import { Button, Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { copyToClipboard } from '#lib/clipboard.ts';
import { FilterSelect } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { postbackUrlsQuery } from '../postbacks.queries.ts';
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
  readonly offerId: string;
  readonly value: string;
  readonly onChange: (event: string) => void;
}

/** Selects an event of the offer. */
export function EventSelect({ offerId, value, onChange }: EventSelectProps) {
  const { data } = useQuery(postbackUrlsQuery(offerId));
  const events = Object.values(data?.postbackUrls ?? {}).map(({ name }) => name);
  return (
    <FilterSelect
      aria-label={copy.event}
      value={value}
      data={[{ value: '', label: copy.allEvents }, ...events]}
      onChange={onChange}
    />
  );
}
