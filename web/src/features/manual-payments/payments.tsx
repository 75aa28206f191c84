import type { PayableClick } from '@muneem/contract/manual-payments';
import { Stack } from '@mantine/core';
import { callAndFindOut, OutcomeError } from '#lib/find-outcome.ts';
import { formatCoins } from '#lib/format.ts';
import { createRefusals } from '#lib/refusals.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { CoinsLimitNote } from './coins-limit-note.tsx';
import { copy } from './manual-payments.copy.ts';
import { dropClick, failureText, findPayment, payClick, refreshClicks } from './manual-payments.queries.ts';

/** Clicks whose payment the server refused. Refresh forgets them. */
export const refusals = createRefusals();

export const userText = ({ userId }: PayableClick): string => userId?.name ?? copy.anonymous;

/** Pays one click after a confirmation. `byKey`: the payment started with the row key. Enter then confirms it. */
export async function pay(click: PayableClick, byKey = false): Promise<void> {
  if (refusals.reasonOf(click.clickId) !== undefined) return;
  const words = copy.paying;
  if (click.alreadyRewarded) return dialogs.alert(click.alreadyRewarded);
  const coins = formatCoins(click.rewardCoins);
  const isAnonymous = click.userId === null;
  await dialogs.confirm({
    title: words.title,
    pays: true,
    ...(byKey ? { focus: 'verb' } : {}),
    warning: <CoinsLimitNote coins={click.rewardCoins} />,
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
        refusals.note(click.clickId, error);
        throw error instanceof OutcomeError ? error : new Error(text, { cause: error });
      } finally {
        void refreshClicks();
      }
    },
  });
}
