import { Button, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '#lib/api-error.ts';
import { formatCount } from '#lib/format.ts';
import { copy } from './users.copy.ts';
import { RequestId } from '#ui/display/index.ts';

const words = copy.details;

interface OlderRowsProps {
  readonly shown: number;
  readonly total: number;
  readonly query: UseInfiniteQueryResult<InfiniteData<unknown>>;
  readonly failed: string;
}

/** The number of shown rows, and the button that loads older ones. Nothing if there are none. */
export function OlderRows({ shown, total, query, failed }: OlderRowsProps) {
  const note = useRef<HTMLDivElement>(null);
  const error = query.isFetchNextPageError ? query.error : undefined;
  if (!query.hasNextPage && query.data?.pages.length === 1) return null;
  const showOlder = async (): Promise<void> => {
    const { hasNextPage } = await query.fetchNextPage();
    // The button disappears with the last page, so the focus needs a new place.
    if (!hasNextPage) note.current?.focus();
  };
  return (
    <Text component="div" fz="sm" c="dimmed" mt="xs" ref={note} tabIndex={-1}>
      {total > shown ? words.newest(shown, formatCount(total)) : words.all(formatCount(total))}{' '}
      {query.hasNextPage && (
        <Button size="compact-xs" variant="default" loading={query.isFetchingNextPage} onClick={() => void showOlder()}>
          {words.older}
        </Button>
      )}
      {error && <span role="alert"> {errorText(error, failed)}</span>}
      <RequestId of={error} />
    </Text>
  );
}
