import { Alert, Box, Button, Group } from '@mantine/core';
import { RequestId } from '#ui/display/index.ts';
import { errorText } from '#lib/api-error.ts';
import type { LoadedQuery } from './states.tsx';

interface ErrorLineProps {
  /** The fixed text. The server's message replaces it. */
  readonly text: string;
  /** Set if stale content remains below. Names it, in plural. */
  readonly stale?: 'rows' | 'numbers';
  readonly query: LoadedQuery;
}

/** The error of a query in one line, or nothing. The rest of the screen stays usable. */
export function ErrorLine({ text, stale, query }: ErrorLineProps) {
  const { error } = query;
  if (!error) return null;
  return (
    <Box mb="xs">
      <Alert color="red" role="alert" p="xs">
        <Group justify="space-between" gap="xs">
          <span>
            {errorText(error, text)} {stale && `The ${stale} below may be out of date.`}
          </span>
          <Button variant="default" size="compact-sm" onClick={query.refetch} loading={query.isFetching}>
            Retry
          </Button>
        </Group>
      </Alert>
      <RequestId of={error} />
    </Box>
  );
}
