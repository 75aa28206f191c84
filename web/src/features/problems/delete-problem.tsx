import type { Problem } from '@muneem/contract/problems';
import { Stack } from '@mantine/core';
import { queryClient } from '#lib/query-client.ts';
import type { RunDeletion } from '#lib/use-deletion.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './problems.copy.ts';
import { removeProblem } from './problems.queries.ts';

const words = copy.deleting;

/** Confirms, deletes and reports. Returns true if the problem is deleted. */
export async function deleteProblem(problem: Problem, runDeletion: RunDeletion = (run) => run()): Promise<boolean> {
  const deleted = await dialogs.confirm({
    title: words.title,
    text: words.confirm,
    details: (
      <Stack gap={0}>
        <strong>{problem.title}</strong>
        <span>{problem.userName}</span>
      </Stack>
    ),
    verb: words.verb,
    danger: true,
    run: () => runDeletion(() => removeProblem(problem)),
    failure: words.failed,
  });
  if (!deleted) return false;
  toast.success(words.done);
  queryClient.removeQueries({ queryKey: ['problems', 'one', problem.id], type: 'inactive' });
  void queryClient.invalidateQueries({ queryKey: ['problems', 'list'] });
  return true;
}
