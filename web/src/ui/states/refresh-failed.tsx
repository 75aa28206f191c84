import { Alert, Box, Button, Group } from '@mantine/core';
import { RequestId } from '#ui/display/index.ts';
import { errorText } from '#lib/api-error.ts';

interface RefreshFailedProps {
  /** The fixed text. The server's message replaces it. */
  readonly text: string;
  /** Names the stale content below, in plural. */
  readonly stale?: 'rows' | 'numbers';
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** Says that a refresh failed and that the content below is stale. */
export function RefreshFailed({ text, stale = 'rows', error, onRetry }: RefreshFailedProps) {
  return (
    <Box mb="xs">
      <Alert color="red" role="alert" p="xs">
        <Group justify="space-between" gap="xs">
          {errorText(error, text)} The {stale} below may be out of date.
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            Retry
          </Button>
        </Group>
      </Alert>
      <RequestId of={error} />
    </Box>
  );
}
