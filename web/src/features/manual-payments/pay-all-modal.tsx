import type { PayableClick, PaidClickResult } from '@muneem/contract/manual-payments';
import { Alert, Button, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCoins, formatNoun } from '#lib/format.ts';
import { StatusBadge } from '#ui/display/index.ts';
import { FormActions } from '#ui/form/index.ts';
import { WorkProgress } from '#ui/states/index.ts';
import { userText } from './click-columns.tsx';
import { copy } from './manual-payments.copy.ts';
import classes from './manual-payments.module.css';
import { failureText, payClicks, refreshClicks } from './manual-payments.queries.ts';

const words = copy.run;
/** So many go at once: the list fills as they are paid. */
const CHUNK = 20;

interface PayAllModalProps {
  readonly clicks: readonly PayableClick[];
  readonly onClose: () => void;
}

/** Pays the clicks that were agreed to and shows what became of each. */
export function PayAllModal({ clicks, onClose }: PayAllModalProps) {
  const { results, failure } = usePayAll(clicks);
  const isDone = results.size === clicks.length;
  const all = [...results.values()];
  const paid = all.filter(({ success }) => success);
  const coins = paid.reduce((sum, result) => sum + result.coins, 0);
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size="lg"
      withCloseButton={isDone}
      closeOnEscape={isDone}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <WorkProgress label={words.working} done={results.size} total={clicks.length} />
        {failure !== undefined && (
          <Alert color="red" role="alert" p="xs">
            {failure}
          </Alert>
        )}
        <p className={classes['outcome']} role="status">
          {isDone && words.done(formatNoun(paid.length, 'click', 'clicks'), formatCoins(coins))}{' '}
          {isDone && paid.length < all.length && words.failed(formatNoun(all.length - paid.length, 'click', 'clicks'))}
        </p>
        {/* A box that scrolls has to be reachable by the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className={classes['list']} aria-label={words.results} tabIndex={0}>
          {clicks.flatMap((click) => {
            const result = results.get(click.clickId);
            return result === undefined ? [] : [<Result key={click.clickId} click={click} result={result} />];
          })}
        </ul>
        <FormActions>
          <Button disabled={!isDone} onClick={onClose}>
            {words.close}
          </Button>
        </FormActions>
      </Stack>
    </Modal>
  );
}

function Result({ click, result }: { readonly click: PayableClick; readonly result: PaidClickResult }) {
  const { success, message, coins } = result;
  return (
    <li>
      <span className={classes['two']}>
        <span>
          {userText(click)} · {click.offerId.title}
        </span>
        <span className={classes['second']}>{message ?? formatCoins(coins)}</span>
      </span>
      <StatusBadge label={success ? words.paid : words.notPaid} color={success ? 'green' : 'red'} />
    </li>
  );
}

type Results = ReadonlyMap<string, PaidClickResult>;

/** One part after another; a part that fails ends it, and the rest is named as not sent. */
function usePayAll(clicks: readonly PayableClick[]): { results: Results; failure: string | undefined } {
  const [results, setResults] = useState<Results>(new Map());
  const [failure, setFailure] = useState<string>();
  const queryClient = useQueryClient();
  const started = useRef(false);
  useEffect(() => {
    // Strict mode runs effects twice; money goes out once.
    if (started.current) return;
    started.current = true;
    const add = (more: readonly PaidClickResult[]): void =>
      setResults((before) => new Map([...before, ...more.map((result) => [result.clickId, result] as const)]));
    const run = async (): Promise<void> => {
      for (let from = 0; from < clicks.length; from += CHUNK) {
        const part = clicks.slice(from, from + CHUNK);
        try {
          add((await payClicks(part)).results);
        } catch (error) {
          setFailure(failureText(error, copy.all));
          add(part.map((click) => unpaid(click, words.unknown)));
          add(clicks.slice(from + CHUNK).map((click) => unpaid(click, words.notSent)));
          return;
        }
      }
    };
    void run().finally(() => void refreshClicks(queryClient));
  }, [clicks, queryClient]);
  return { results, failure };
}

const unpaid = ({ clickId }: PayableClick, message: string): PaidClickResult => ({
  clickId,
  success: false,
  coins: 0,
  transactionId: null,
  message,
});
