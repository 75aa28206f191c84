import { answerProblem, PROBLEM_LIMITS, type Problem } from '@muneem/contract/problems';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#lib/api.ts';
import { isVersionConflict } from '#lib/api-error.ts';
import { queryClient } from '#lib/query-client.ts';
import { Part } from '#ui/display/index.ts';
import { applyServerErrors, FormActions, FormError, optionsOf, SubmitButton } from '#ui/form/index.ts';
import { UnsavedChangesGuard } from '#ui/guards/index.ts';
import { Loaded, SkeletonLines } from '#ui/states/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { ProblemHead, ResponseSoFar } from './problem-details-modal.tsx';
import { copy, STATUS_LABELS } from './problems.copy.ts';
import classes from './problems.module.css';
import { problemQuery, refreshProblems } from './problems.queries.ts';

const words = copy.responding;

interface RespondModalProps {
  readonly id: string;
  /** The row of the list, until the problem has loaded. */
  readonly listed: Problem | undefined;
  readonly onClose: () => void;
}

/** Status and response of one problem, with its own URL. */
export function RespondModal({ id, listed, onClose }: RespondModalProps) {
  const query = useQuery({ ...problemQuery(id), placeholderData: () => listed });
  return (
    <ModalWindow onClose={onClose} title={words.title} size="lg">
      <Loaded query={query} failed={copy.details.failed} loading={<SkeletonLines count={8} />}>
        {(problem) => <RespondForm problem={problem} onClose={onClose} />}
      </Loaded>
    </ModalWindow>
  );
}

function RespondForm({ problem, onClose }: { readonly problem: Problem; readonly onClose: () => void }) {
  // The version that the user has seen. A newer version replaces it only once it was shown.
  const [seen, setSeen] = useState(problem);
  const form = useForm({
    mode: 'controlled',
    initialValues: { status: problem.status, adminResponse: problem.adminResponse ?? '' },
  });
  const [message, setMessage] = useState<string>();
  const [saved, setSaved] = useState(false);
  const save = useMutation({
    mutationFn: (body: Parameters<typeof api<typeof answerProblem>>[1]['body']) =>
      api(answerProblem, { params: { userId: problem.userId, id: problem.id }, body }),
  });
  // Runs after the guard has released the navigation.
  useEffect(() => {
    if (saved) onClose();
  }, [saved, onClose]);

  const submit = form.onSubmit(async ({ status, adminResponse }) => {
    if (save.isPending || saved) return;
    if (status === seen.status && adminResponse.trim() === (seen.adminResponse ?? '')) return setMessage(words.nothing);
    setMessage(undefined);
    try {
      const version = seen.version === 0 ? {} : { version: seen.version };
      const { mailedTo } = await save.mutateAsync({ status, adminResponse, ...version });
      toast.success(mailedTo === null ? words.saved : words.mailed(mailedTo));
      setSaved(true);
      void refreshProblems();
    } catch (error) {
      setMessage(applyServerErrors(form, error, words.failed));
      if (isVersionConflict(error))
        setSeen(await queryClient.fetchQuery({ ...problemQuery(problem.id), staleTime: 0 }));
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label={words.title}>
      <Stack gap="md">
        <ProblemHead problem={seen} />
        <p className={classes['prose']} data-limited>
          {seen.description}
        </p>
        {seen.adminResponse !== null && (
          <Part title={words.current}>
            <ResponseSoFar problem={seen} />
          </Part>
        )}
        <NativeSelect label={words.status} data={optionsOf(STATUS_LABELS)} {...form.getInputProps('status')} />
        <Textarea
          label={words.response}
          description={problem.userEmail === USER_DEFAULTS.email ? words.noMail : words.willMail(problem.userEmail)}
          placeholder={words.placeholder}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={PROBLEM_LIMITS.responseLength}
          data-autofocus
          {...form.getInputProps('adminResponse')}
        />
        <FormError message={message} />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <SubmitButton busy={save.isPending || saved} busyText={words.saving}>
            {words.save}
          </SubmitButton>
        </FormActions>
      </Stack>
      <UnsavedChangesGuard when={!saved && form.isDirty()} withinScreen />
    </form>
  );
}
