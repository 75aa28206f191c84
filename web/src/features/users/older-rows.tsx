import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '#lib/api-error.ts';
import { formatCount } from '#lib/format.ts';
import { copy } from './users.copy.ts';
import { RequestId } from '#ui/display/index.ts';
import classes from './users.module.css';

const words = copy.details;

interface OlderRowsProps<Row> {
  readonly shown: number;
  readonly total: number;
  readonly read: () => Promise<readonly Row[]>;
  readonly onRead: (page: readonly Row[]) => void;
  /** True if no page follows this one. */
  readonly isLast: (page: readonly Row[]) => boolean;
  readonly failed: string;
}

/** The number of shown rows, and the button that loads older ones. */
export function OlderRows<Row>({ shown, total, read, onRead, isLast, failed }: OlderRowsProps<Row>) {
  const note = useRef<HTMLDivElement>(null);
  // An empty page ends the list, even if the count says otherwise.
  const [endedAt, setEndedAt] = useState<number>();
  const older = useMutation({
    mutationFn: read,
    onSuccess(page) {
      onRead(page);
      if (page.length === 0) setEndedAt(shown);
      // The button disappears with the last page, so the focus needs a new place.
      if (page.length === 0 || isLast(page)) note.current?.focus();
    },
  });
  return (
    <div className={classes['note']} ref={note} tabIndex={-1}>
      {total > shown ? words.newest(shown, formatCount(total)) : words.all(formatCount(total))}{' '}
      {total > shown && shown !== endedAt && (
        <Button size="compact-xs" variant="default" loading={older.isPending} onClick={() => older.mutate()}>
          {words.older}
        </Button>
      )}
      {older.error && <span role="alert"> {errorText(older.error, failed)}</span>}
      <RequestId of={older.error} />
    </div>
  );
}
