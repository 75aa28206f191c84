import { reportProblem } from '@muneem/contract/problems';
import { listUsers } from '@muneem/contract/users';
import { Button } from '@mantine/core';
import IconTestPipe from '@tabler/icons-react/dist/esm/icons/IconTestPipe.mjs';
import { useMutation } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './problems.copy.ts';
import { refreshProblems } from './problems.queries.ts';

const words = copy.test;

/** Creates a problem for the newest user. Undefined if there are no users. */
async function reportTestProblem() {
  const { users } = await api(listUsers, { query: { limit: 1 } });
  const [user] = users;
  if (user === undefined) return undefined;
  const body = { title: words.title, description: words.description, type: 'technical' as const };
  const { problem } = await api(reportProblem, { params: { uid: user.uid }, body });
  return { userName: user.name, id: problem.id };
}

export function CreateTestProblem({ onShow }: { readonly onShow: (id: string) => void }) {
  const create = useMutation({
    mutationFn: reportTestProblem,
    onSuccess: (created) => {
      if (created === undefined) return void dialogs.alert(words.noUsers);
      const { userName, id } = created;
      toast.success(words.done(userName), { actions: [{ label: words.show, run: () => onShow(id) }] });
      void refreshProblems();
    },
    onError: (error) => toast.error(errorText(error, words.failed)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconTestPipe size={16} aria-hidden />}
      aria-busy={create.isPending}
      disabled={create.isPending}
      onClick={() => create.mutate()}
    >
      {create.isPending ? copy.creatingTest : copy.createTest}
    </Button>
  );
}
