import { Box, Button, Group, Stack } from '@mantine/core';
import { saveFile } from '#lib/api.ts';
import { csvFile } from '#lib/csv.ts';
import { formatCount } from '#lib/format.ts';
import { CopyButton, Note, StatusBadge } from '#ui/display/index.ts';
import { RunList, RunRow } from './run-list.tsx';
import { resultsCsv, resultsText, failuresFirst, type ResultRow } from './run-results.ts';

interface RunOutcomeProps {
  readonly label: string;
  readonly rows: readonly ResultRow[];
  /** The file name without its extension. */
  readonly fileName: string;
}

const COLORS = { good: 'green', neutral: 'gray', bad: 'red' } as const;
const WORDS = { good: 'done', neutral: 'to check', bad: 'not done' } as const;
/** The list shows only this many. The whole list can be copied or saved. */
const SHOWN = 300;

/** Shows the totals and a result for each item, failures first. The list can be copied and saved. */
export function RunOutcome({ label, rows, fileName }: RunOutcomeProps) {
  if (rows.length === 0) return null;
  const sorted = failuresFirst(rows);
  const counts = (['bad', 'neutral', 'good'] as const).flatMap((tone) => {
    const count = rows.filter((row) => row.tone === tone).length;
    return count === 0 ? [] : [`${formatCount(count)} ${WORDS[tone]}`];
  });
  const save = () => saveFile(csvFile(resultsCsv(sorted)), `${fileName}.csv`);
  return (
    <Stack component="section" gap="xs" aria-label={`${label}: ${counts.join(', ')}`}>
      <Group justify="space-between" gap="xs">
        <Box component="h3" fz="md">
          {counts.join(' · ')}
        </Box>
        <Group gap={4}>
          <CopyButton value={resultsText(sorted)} what="list of results" />
          <Button variant="subtle" size="compact-sm" onClick={save}>
            Save list
          </Button>
        </Group>
      </Group>
      <RunList label={label}>
        {sorted.slice(0, SHOWN).map((row) => (
          <RunRow key={row.id} first={row.first} second={row.text}>
            <StatusBadge label={row.word} color={COLORS[row.tone]} />
          </RunRow>
        ))}
      </RunList>
      {sorted.length > SHOWN && (
        <Note>
          Showing the first {formatCount(SHOWN)} of {formatCount(sorted.length)}. Copy or save the list to see all.
        </Note>
      )}
    </Stack>
  );
}
