import type { PayableClick } from '@muneem/contract/manual-payments';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatCoins, formatCount, formatNoun } from '#lib/format.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { RunList, RunRow } from '#ui/run-modal/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { userText } from './click-columns.tsx';
import { copy } from './manual-payments.copy.ts';
import classes from './manual-payments.module.css';
import { failureText, payClick, refreshClicks } from './manual-payments.queries.ts';

/** From here on the number has to be typed. */
const TYPE_COUNT_ABOVE = 10;

export interface Payments {
  readonly pay: (click: PayableClick) => Promise<void>;
  /** @returns true when the person agreed to pay all of them. */
  readonly confirmAll: (clicks: readonly PayableClick[]) => Promise<boolean>;
}

/** Pays one click after asking, and asks before all are paid. */
export function usePayments(): Payments {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      async pay(click) {
        const words = copy.paying;
        const coins = formatCoins(click.rewardCoins);
        const isAnonymous = click.userId === null;
        const paid = await dialogs.confirm({
          title: words.title,
          text: isAnonymous ? words.anonymous : words.text(coins, userText(click)),
          details: (
            <p className={classes['meant']}>
              <strong>{click.offerId.title}</strong>
              <span>{click.clickId}</span>
              {click.userId !== null && <span>{click.userId.email}</span>}
              <span>{words.note}</span>
            </p>
          ),
          verb: isAnonymous ? words.markVerb : words.verb(coins),
          failure: '{message}',
          run: async () => {
            try {
              await payClick(click);
            } catch (error) {
              throw new Error(failureText(error, words), { cause: error });
            } finally {
              void refreshClicks(queryClient);
            }
          },
        });
        if (paid) toast.success(words.done(coins, userText(click)));
      },
      async confirmAll(clicks) {
        const words = copy.all;
        if (clicks.length === 0) {
          await dialogs.alert(words.none);
          return false;
        }
        const count = formatNoun(clicks.length, 'click', 'clicks');
        return dialogs.confirm({
          title: words.title,
          text: words.text(count),
          details: <Meant clicks={clicks} />,
          verb: words.verb(count),
          danger: true,
          ...(clicks.length > TYPE_COUNT_ABOVE ? { typeToConfirm: String(clicks.length) } : {}),
        });
      },
    }),
    [dialogs, queryClient],
  );
}

const total = (clicks: readonly PayableClick[]): number =>
  clicks.reduce((sum, { rewardCoins }) => sum + rewardCoins, 0);

function Meant({ clicks }: { readonly clicks: readonly PayableClick[] }) {
  const words = copy.all;
  const users = new Set(clicks.flatMap(({ userId }) => (userId === null ? [] : [userId._id])));
  return (
    <>
      <dl className={classes['sums']}>
        <Sum label={words.clicks} value={formatCount(clicks.length)} />
        <Sum label={words.coins} value={formatCount(total(clicks))} />
        <Sum label={words.users} value={formatCount(users.size)} />
      </dl>
      <RunList label={words.list}>
        {clicks.map((click) => (
          <RunRow key={click.clickId} first={userText(click)} second={`${click.offerId.title} · ${click.clickId}`}>
            <strong>{formatCoins(click.rewardCoins)}</strong>
          </RunRow>
        ))}
      </RunList>
    </>
  );
}

function Sum({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
