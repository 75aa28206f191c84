import { Alert } from '@mantine/core';
import { RequestId } from '#ui/display/index.ts';
import classes from './dialog-frame.module.css';

/** Shows the progress text or the error of a running action. */
export function RunState({
  failure,
  told,
}: {
  readonly failure: string | undefined;
  readonly told: string | undefined;
}) {
  return (
    <>
      <div role="status">
        {told !== undefined && (
          <Alert color="yellow" role="none" p="xs">
            {told}
          </Alert>
        )}
      </div>
      {failure !== undefined && (
        <Alert color="red" role="alert" p="xs" classNames={{ message: classes['failure'] ?? '' }}>
          {failure}
        </Alert>
      )}
      <RequestId of={failure} />
    </>
  );
}
