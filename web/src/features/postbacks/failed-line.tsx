import { Button } from '@mantine/core';
import { errorText } from '#lib/api-error.ts';
import { RequestId } from '#ui/display/index.ts';
import classes from './postbacks.module.css';

interface FailedLineProps {
  readonly text: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** A failed part of the header, in one line. The tabs below show their own errors. */
export function FailedLine({ text, error, onRetry, retrying }: FailedLineProps) {
  return (
    <>
      <div role="alert" className={classes['failed']}>
        <span>{errorText(error, text)}</span>
        <Button variant="default" size="compact-sm" onClick={onRetry} loading={retrying}>
          Retry
        </Button>
      </div>
      <RequestId of={error} />
    </>
  );
}
