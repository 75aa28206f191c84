import { Alert, Box, Button, Group } from '@mantine/core';
import { RequestId } from '#ui/display/index.ts';
import { errorText } from '#lib/api-error.ts';

interface ErrorLineProps {
  /** The fixed text. The server's message replaces it. */
  readonly text: string;
  /** Set if stale content remains below. Names it, in plural. */
  readonly stale?: 'rows' | 'numbers';
  readonly error: unknown;
  readonly onRetry: () => unknown;
  readonly retrying?: boolean;
}

/** A failed part of a screen in one line. The rest of the screen stays usable. */
export function ErrorLine({ text, stale, error, onRetry, retrying = false }: ErrorLineProps) {
  return (
    <Box mb="xs">
      <Alert color="red" role="alert" p="xs">
        <Group justify="space-between" gap="xs">
          <span>
            {errorText(error, text)} {stale && `The ${stale} below may be out of date.`}
          </span>
          <Button variant="default" size="compact-sm" onClick={onRetry} loading={retrying}>
            Retry
          </Button>
        </Group>
      </Alert>
      <RequestId of={error} />
    </Box>
  );
}
