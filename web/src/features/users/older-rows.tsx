import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '#lib/api-error.ts';
import { formatCount } from '#lib/format.ts';
import { copy } from './users.copy.ts';
import classes from './users.module.css';

const words = copy.details;

interface OlderRowsProps<Row> {
  readonly shown: number;
  readonly total: number;
  readonly read: () => Promise<readonly Row[]>;
  readonly onRead: (page: readonly Row[]) => void;
  /** Nothing comes behind this page. */
  readonly isLast: (page: readonly Row[]) => boolean;
  readonly failed: string;
}

/** How many of all rows are shown, and the button for those behind them. */
export function OlderRows<Row>({ shown, total, read, onRead, isLast, failed }: OlderRowsProps<Row>) {
  const note = useRef<HTMLDivElement>(null);
  // A page with nothing on it ends the list, whatever was counted.
  const [endedAt, setEndedAt] = useState<number>();
  const older = useMutation({
    mutationFn: read,
    onSuccess(page) {
      onRead(page);
      if (page.length === 0) setEndedAt(shown);
      // The button goes with the last page, and the focus would be nowhere.
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
    </div>
  );
}
