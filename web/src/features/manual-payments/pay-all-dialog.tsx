import type { PayableClick } from '@muneem/contract/manual-payments';
import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startRun } from '#features/bulk-runs/index.ts';
import { OutcomeError } from '#lib/find-outcome.ts';
import { formatCount, formatNoun } from '#lib/format.ts';
import { ConfirmDialog, type ConfirmOptions } from '#ui/dialogs/index.ts';
import { FormError } from '#ui/form/index.ts';
import { SkeletonLines } from '#ui/states/index.ts';
import { CoinsLimitNote } from './coins-limit-note.tsx';
import { copy } from './manual-payments.copy.ts';
import { failureText, payClicks, preparedQuery, refreshClicks } from './manual-payments.queries.ts';
import { Meant, meantBy } from './meant-clicks.tsx';
import type { Payments } from './pay-all-modal.tsx';

const words = copy.all;
const clicksNoun = (count: number): string => formatNoun(count, 'click', 'clicks');

interface PayAllDialogProps {
  readonly clicks: readonly PayableClick[];
  /** The clicks that match, on all pages. */
  readonly matching: { readonly total: number; readonly more: boolean };
  readonly filter: Parameters<typeof preparedQuery>[0];
  readonly onClose: () => void;
  /** The clicks of this page are paid. */
  readonly onPaid: (payments: Payments) => void;
  /** The run that pays all that match. */
  readonly onRun: (id: string) => void;
}

/** Asks which clicks to pay, this page or all that match, and confirms their number, coins and users. */
export function PayAllDialog({ clicks, matching, filter, onClose, onPaid, onRun }: PayAllDialogProps) {
  const [scope, setScope] = useState<'page' | 'all'>('page');
  const { data, error } = useQuery({ ...preparedQuery(filter), enabled: scope === 'all' });
  const choice = matching.total > clicks.length && (
    <SegmentedControl
      fullWidth
      aria-label={words.scope}
      value={scope}
      data={[
        { value: 'page', label: words.page(formatCount(clicks.length)) },
        { value: 'all', label: words.matching(`${formatCount(matching.total)}${matching.more ? '+' : ''}`) },
      ]}
      onChange={(value) => setScope(value)}
      // Enter on a choice must not pay.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
  const options: Pick<
    ConfirmOptions,
    'text' | 'verb' | 'details' | 'count' | 'run' | 'failure' | 'isReady' | 'warning'
  > =
    scope === 'page'
      ? {
          text: words.text(clicks.length),
          verb: words.verb(clicksNoun(clicks.length)),
          count: clicks.length,
          details: <Meant {...meantBy(clicks)} />,
          warning: <CoinsLimitNote coins={meantBy(clicks).coins} />,
          run: () => payPage(clicks).then(onPaid),
        }
      : data === undefined
        ? {
            text: words.counting,
            verb: copy.pay,
            isReady: false,
            details: error ? <FormError message={failureText(error, words)} /> : <SkeletonLines count={4} />,
          }
        : allThatMatch(data);
  return (
    <ConfirmDialog
      options={{
        title: words.title,
        pays: true,
        ...options,
        details: (
          <>
            {choice}
            {options.details}
          </>
        ),
      }}
      respond={(sure) => {
        if (!sure) return onClose();
        if (scope === 'all' && data !== undefined) onRun(data.run.id);
      }}
    />
  );
}

async function payPage(clicks: readonly PayableClick[]): Promise<Payments> {
  try {
    return { clicks, ...(await payClicks(clicks)) };
  } catch (error) {
    // A repeat is safe: each click is paid only once.
    throw new OutcomeError(failureText(error, words), { cause: error });
  } finally {
    void refreshClicks();
  }
}

function allThatMatch({ run, items }: Awaited<ReturnType<ReturnType<typeof preparedQuery>['queryFn']>>) {
  const { startUnknown: unknown, startNotDone: notDone, ...texts } = copy.matching;
  return {
    text: words.text(run.count),
    verb: words.verb(clicksNoun(run.count)),
    count: run.count,
    warning: <CoinsLimitNote coins={run.coins} isRun />,
    details: (
      <>
        <Stack gap={0}>
          {run.isCutShort && <span>{texts.cutShort(formatCount(run.count))}</span>}
          <span>{texts.note}</span>
        </Stack>
        <Meant
          count={run.count}
          coins={run.coins}
          users={run.users}
          rows={items.map(({ itemId, label, coins }) => ({ id: itemId, first: label, second: itemId, coins }))}
        />
      </>
    ),
    failure: texts.startFailed,
    run: (tell: (text: string) => void) => startRun(run, '', { tell, unknown, notDone }),
  };
}
