import type { PayableClick } from '@muneem/contract/manual-payments';
import { Stack } from '@mantine/core';
import { startRun } from '#features/bulk-runs/index.ts';
import { callAndFindOut, OutcomeError } from '#lib/find-outcome.ts';
import { formatCoins, formatCount, formatNoun } from '#lib/format.ts';
import { FactList } from '#ui/display/index.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { RunList, RunRow } from '#ui/run-modal/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './manual-payments.copy.ts';
import {
  dropClick,
  failureText,
  findPayment,
  payClick,
  preparePayAll,
  refreshClicks,
} from './manual-payments.queries.ts';

export const userText = ({ userId }: PayableClick): string => userId?.name ?? copy.anonymous;

/** Pays one click after a confirmation. `byKey`: the payment started with the row key. Enter then confirms it. */
export async function pay(click: PayableClick, byKey = false): Promise<void> {
  const words = copy.paying;
  if (click.alreadyRewarded) return dialogs.alert(click.alreadyRewarded);
  const coins = formatCoins(click.rewardCoins);
  const isAnonymous = click.userId === null;
  await dialogs.confirm({
    title: words.title,
    focus: byKey ? 'verb' : 'cancel',
    text: isAnonymous ? words.anonymous : words.text(coins, userText(click)),
    details: (
      <Stack gap={0}>
        <strong>{click.offerId.title}</strong>
        <span>{click.clickId}</span>
        {click.userId !== null && <span>{click.userId.email}</span>}
        <span>{words.note}</span>
      </Stack>
    ),
    verb: isAnonymous ? words.markVerb : words.verb(coins),
    failure: '{message}',
    run: async (tell) => {
      let text: string = words.error;
      try {
        await callAndFindOut<unknown>({
          call: () =>
            payClick(click).catch((error: unknown) => {
              text = failureText(error, words);
              throw error;
            }),
          find: () => findPayment(click),
          tell,
          unknown: words.unknown,
          notDone: (cause) => words.notDone(text, cause),
        });
        dropClick(click);
        toast.success(words.done(coins, userText(click)));
      } catch (error) {
        throw error instanceof OutcomeError ? error : new Error(text, { cause: error });
      } finally {
        void refreshClicks();
      }
    },
  });
}

/** @returns true if the admin confirmed all payments */
export async function confirmAll(clicks: readonly PayableClick[]): Promise<boolean> {
  const words = copy.all;
  if (clicks.length === 0) {
    await dialogs.alert(words.none);
    return false;
  }
  const count = formatNoun(clicks.length, 'click', 'clicks');
  return dialogs.confirm({
    title: words.title,
    text: words.text(count),
    details: <Meant {...meantBy(clicks)} />,
    verb: words.verb(count),
    danger: true,
    count: clicks.length,
  });
}

/** Starts a run for all clicks that match now. @returns the run id, or undefined */
export async function payMatching(filter: Parameters<typeof preparePayAll>[0]): Promise<string | undefined> {
  const words = copy.matching;
  let prepared: Awaited<ReturnType<typeof preparePayAll>>;
  try {
    prepared = await preparePayAll(filter);
  } catch (error) {
    await dialogs.alert(failureText(error, copy.all));
    return undefined;
  }
  const { run, items } = prepared;
  const count = formatNoun(run.count, 'click', 'clicks');
  const sure = await dialogs.confirm({
    title: copy.all.title,
    text: words.text(count),
    details: (
      <>
        <Stack gap={0}>
          {run.isCutShort && <span>{words.cutShort(formatCount(run.count))}</span>}
          <span>{words.note}</span>
        </Stack>
        <Meant
          count={run.count}
          coins={run.coins}
          users={run.users}
          rows={items.map(({ itemId, label, coins }) => ({ id: itemId, first: label, second: itemId, coins }))}
        />
      </>
    ),
    verb: copy.all.verb(count),
    danger: true,
    failure: words.startFailed,
    run: (tell) => startRun(run, '', { tell, unknown: words.startUnknown, notDone: words.startNotDone }),
    count: run.count,
  });
  return sure ? run.id : undefined;
}

interface MeantProps {
  readonly count: number;
  readonly coins: number;
  readonly users: number;
  readonly rows: readonly {
    readonly id: string;
    readonly first: string;
    readonly second: string;
    readonly coins: number;
  }[];
}

const meantBy = (clicks: readonly PayableClick[]): MeantProps => ({
  count: clicks.length,
  coins: clicks.reduce((sum, { rewardCoins }) => sum + rewardCoins, 0),
  users: new Set(clicks.flatMap(({ userId }) => (userId === null ? [] : [userId._id]))).size,
  rows: clicks.map((click) => ({
    id: click.clickId,
    first: `${userText(click)} · ${click.offerId.title}`,
    second: click.alreadyRewarded ?? click.clickId,
    coins: click.rewardCoins,
  })),
});

function Meant({ count, coins, users, rows }: MeantProps) {
  const words = copy.all;
  return (
    <>
      <FactList
        look="narrow"
        facts={[
          [words.clicks, formatCount(count)],
          [words.coins, formatCount(coins)],
          [words.users, formatCount(users)],
        ]}
      />
      <RunList label={words.list}>
        {rows.map((row) => (
          <RunRow key={row.id} first={row.first} second={row.second}>
            <strong>{formatCoins(row.coins)}</strong>
          </RunRow>
        ))}
      </RunList>
    </>
  );
}
