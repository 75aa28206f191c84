import { Alert, Button, Modal, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { StatusBadge } from '#ui/display/index.ts';
import { FormActions } from '#ui/form/index.ts';
import { WorkProgress } from '#ui/states/index.ts';
import { RunList, RunRow } from './run-list.tsx';
import classes from './run-modal.module.css';
import { runParts, type RunPartsOptions, type RunResult } from './run-parts.ts';

interface RunModalProps<Item> extends Omit<RunPartsOptions<Item>, 'onResults'> {
  readonly title: string;
  /** Beside the bar: "Paying". */
  readonly working: string;
  readonly listLabel: string;
  /** An item in the list of results. */
  readonly row: (item: Item) => ReactNode;
  /** The sentence at the end. */
  readonly summary: (results: readonly RunResult[]) => string;
  readonly failure: (error: unknown) => string;
  /** Once, when it has ended, well or not. */
  readonly onEnd: () => void;
  readonly onClose: () => void;
  readonly close: string;
}

const COLORS = { good: 'green', neutral: 'gray', bad: 'red' } as const;

/** Work on many things that a person has agreed to: how far it is, and what became of each. Stays until it has ended. */
export function RunModal<Item>(props: RunModalProps<Item>) {
  const { title, items, idOf, working, listLabel, row, summary, onClose, close } = props;
  const { results, failure } = useRun(props);
  const isDone = results.size === items.length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={isDone}
      closeOnEscape={isDone}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <WorkProgress label={working} done={results.size} total={items.length} />
        {failure !== undefined && (
          <Alert color="red" role="alert" p="xs">
            {failure}
          </Alert>
        )}
        <p className={classes['outcome']} role="status">
          {isDone && summary([...results.values()])}
        </p>
        <RunList label={listLabel}>
          {items.flatMap((item) => {
            const result = results.get(idOf(item));
            if (result === undefined) return [];
            return [
              <RunRow key={result.id} first={row(item)} second={result.text}>
                <StatusBadge label={result.word} color={COLORS[result.tone]} />
              </RunRow>,
            ];
          })}
        </RunList>
        <FormActions>
          <Button disabled={!isDone} onClick={onClose}>
            {close}
          </Button>
        </FormActions>
      </Stack>
    </Modal>
  );
}

function useRun<Item>(props: RunModalProps<Item>) {
  const [results, setResults] = useState<ReadonlyMap<string, RunResult>>(new Map());
  const [failure, setFailure] = useState<string>();
  const first = useRef(props);
  const started = useRef(false);
  useEffect(() => {
    // Strict mode runs effects twice; the work is done once.
    if (started.current) return;
    started.current = true;
    const { failure: failureText, onEnd, ...options } = first.current;
    runParts({
      ...options,
      onResults: (more) => setResults((before) => new Map([...before, ...more.map((it) => [it.id, it] as const)])),
    })
      .catch((error: unknown) => setFailure(failureText(error)))
      .finally(onEnd);
  }, []);
  return { results, failure };
}
