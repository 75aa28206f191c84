import { respondToProblem, PROBLEM_LIMITS, type Problem } from '@muneem/contract/problems';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { NativeSelect, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { isVersionConflict } from '#lib/api-error.ts';
import { readStored, writeStored } from '#lib/stored-value.ts';
import { Part } from '#ui/display/index.ts';
import { optionsOf } from '#ui/fields/index.ts';
import { WindowForm } from '#ui/form/index.ts';
import { Loaded, SkeletonLines } from '#ui/states/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { ProblemHead, ResponseSoFar } from './problem-details-modal.tsx';
import { copy, STATUS_LABELS } from './problems.copy.ts';
import classes from './problems.module.css';
import { problemQuery, refreshProblems } from './problems.queries.ts';

const words = copy.responding;

/** The statuses of an answered problem. */
const isAnswered = (status: unknown): status is 'in_progress' | 'resolved' =>
  status === 'in_progress' || status === 'resolved';
const CHOICE_KEY = 'muneem.answered-problem';

/** An answer moves an open problem on: to the status that the admin chose last time. */
const preselected = ({ status }: Problem): Problem['status'] =>
  status === 'open' ? readStored(CHOICE_KEY, isAnswered, 'in_progress') : status;

interface RespondModalProps {
  readonly id: string;
  /** The row of the list, until the problem has loaded. */
  readonly listed: Problem | undefined;
  readonly onClose: () => void;
}

export function RespondModal({ id, listed, onClose }: RespondModalProps) {
  const query = useQuery({ ...problemQuery(id), placeholderData: () => listed });
  return (
    <ModalWindow inUrl onClose={onClose} title={words.title} size="lg">
      <Loaded
        query={query}
        failed={copy.details.failed}
        missing={{ text: copy.details.failed }}
        loading={<SkeletonLines count={8} />}
      >
        {(problem) => <RespondForm problem={problem} onClose={onClose} />}
      </Loaded>
    </ModalWindow>
  );
}

function RespondForm({ problem, onClose }: { readonly problem: Problem; readonly onClose: () => void }) {
  // The version that the user has seen. A newer version replaces it only once it was shown.
  const [seen, setSeen] = useState(problem);
  const { refetch } = useQuery(problemQuery(problem.id));
  const form = useForm({
    mode: 'controlled',
    initialValues: { status: preselected(problem), adminResponse: problem.adminResponse ?? '' },
  });
  const run = async ({ status, adminResponse }: typeof form.values): Promise<string | undefined> => {
    if (status === seen.status && adminResponse.trim() === (seen.adminResponse ?? '')) return words.nothing;
    const params = { userId: problem.userId, id: problem.id };
    try {
      const { mailedTo } = await api(respondToProblem, {
        params,
        body: { status, adminResponse, version: seen.version },
      });
      toast.success(mailedTo === null ? words.saved : words.mailed(mailedTo));
      if (isAnswered(status)) writeStored(CHOICE_KEY, status);
    } catch (error) {
      if (isVersionConflict(error)) void refetch().then(({ data = seen }) => setSeen(data));
      throw error;
    }
    // Closes over the new problem: a form opened next must have its version.
    await refreshProblems();
    return undefined;
  };

  return (
    <WindowForm form={form} run={run} words={words} label={words.title} noValidate guarded onCancel={onClose}>
      <ProblemHead problem={seen} />
      <p className={classes['prose']}>{seen.description}</p>
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
    </WindowForm>
  );
}
