import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { copyToClipboard } from '#lib/clipboard.ts';
import { FilterSelect } from '#ui/fields/index.ts';
import { Loaded, type LoadedQuery } from '#ui/states/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { SideWindow } from '#ui/window/index.ts';
import { postbackUrlsQuery } from '../postbacks.queries.ts';
import { copy } from './log.copy.ts';

interface LogDrawerProps<Data> {
  readonly title: string;
  readonly query: LoadedQuery & { readonly data: Data | undefined };
  readonly failed: string;
  readonly onClose: () => void;
  readonly children: (data: NonNullable<Data>) => ReactNode;
}

/** One entry of the log in full, beside the log. */
export function LogDrawer<Data>({ title, onClose, ...loaded }: LogDrawerProps<Data>) {
  return (
    <SideWindow
      inUrl
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': copy.close }}
    >
      <Loaded {...loaded} />
    </SideWindow>
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
