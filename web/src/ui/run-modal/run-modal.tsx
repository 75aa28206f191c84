import { Button, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { FormActions, FormError } from '#ui/form/index.ts';
import { WorkProgress } from '#ui/states/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import classes from './run-modal.module.css';
import { RunOutcome } from './run-outcome.tsx';
import { runParts, type RunPartsOptions, type RunResult } from './run-parts.ts';

const FINISHED = 'Finished';

interface RunModalProps<Item> extends Omit<RunPartsOptions<Item>, 'onResults'> {
  readonly title: string;
  /** The label beside the bar: "Paying". */
  readonly working: string;
  readonly listLabel: string;
  /** The name of the results file. */
  readonly fileName: string;
  /** The text of an item in the list of results. */
  readonly row: (item: Item) => string;
  /** The summary at the end. */
  readonly summary: (results: readonly RunResult[]) => string;
  readonly failure: (error: unknown) => string;
  /** Called each time the run ends, also after a failure. */
  readonly onEnd: () => Promise<unknown>;
  readonly onClose: () => void;
}

/**
 * Runs a bulk action that the user confirmed. Shows its progress and a result for each item, failures first. It stays
 * open until the run ends. Results with `again` can be retried: set it only for idempotent actions.
 */
export function RunModal<Item>(props: RunModalProps<Item>) {
  const { title, items, idOf, working, listLabel, fileName, row, summary, onClose } = props;
  const { results, failure, again } = useRun(props);
  const isDone = results.size === items.length;
  const open = isDone ? items.filter((item) => results.get(idOf(item))?.again === true) : [];
  return (
    <ModalWindow onClose={onClose} title={title} size="lg" closeOnClickOutside={false} isLocked={!isDone}>
      <Stack gap="md">
        <WorkProgress label={isDone ? FINISHED : working} done={results.size} total={items.length} />
        {failure !== undefined && <FormError message={failure} />}
        <p className={classes['outcome']} role="status">
          {isDone && summary([...results.values()])}
        </p>
        <RunOutcome
          label={listLabel}
          fileName={fileName}
          rows={items.flatMap((item) => {
            const result = results.get(idOf(item));
            return result === undefined ? [] : [{ ...result, first: row(item) }];
          })}
        />
        <FormActions>
          {open.length > 0 && (
            <Button variant="default" onClick={() => again(open)}>
              Retry the {formatCount(open.length)}
            </Button>
          )}
          <Button disabled={!isDone} onClick={onClose}>
            Close
          </Button>
        </FormActions>
      </Stack>
    </ModalWindow>
  );
}

function useRun<Item>(props: RunModalProps<Item>) {
  const [results, setResults] = useState<ReadonlyMap<string, RunResult>>(new Map());
  const [failure, setFailure] = useState<string>();
  const latest = useRef(props);
  const started = useRef(false);
  const start = (items: readonly Item[]): void => {
    const { failure: failureText, onEnd, ...options } = latest.current;
    setFailure(undefined);
    setResults((before) => {
      const gone = new Set(items.map(options.idOf));
      return new Map([...before].filter(([id]) => !gone.has(id)));
    });
    runParts({
      ...options,
      items,
      onResults: (more) => setResults((before) => new Map([...before, ...more.map((it) => [it.id, it] as const)])),
    })
      .catch((error: unknown) => setFailure(failureText(error)))
      .finally(() => void onEnd());
  };
  const first = useRef(() => start(props.items));
  useEffect(() => {
    // Strict mode runs effects twice. The action must run once.
    if (started.current) return;
    started.current = true;
    first.current();
  }, []);
  return { results, failure, again: start };
}
