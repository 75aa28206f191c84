import {
  rejectAllWithdrawals,
  retryWithdrawalPayment,
  returnWithdrawalCoins,
  verifyWithdrawal,
  type WithdrawalView,
} from '@muneem/contract/withdrawals';
import type { RouteAnswer } from '@muneem/contract/http';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCoins, formatCount, formatNoun, formatRupees } from '#lib/format.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import type { BulkDecision } from './bulk-modal.tsx';
import { destinationText } from './payment-method.ts';
import { copy } from './withdrawals.copy.ts';
import { refreshWithdrawals } from './withdrawals.queries.ts';

/** The verifier's name is fixed by document 001; who it really was comes from the session. */
const VERIFIED_BY = 'Admin';
/** From here on the number has to be typed. */
const TYPE_COUNT_ABOVE = 10;

export interface Decisions {
  readonly approve: (row: WithdrawalView) => Promise<void>;
  readonly reject: (row: WithdrawalView) => Promise<void>;
  readonly retryPayment: (row: WithdrawalView) => Promise<void>;
  readonly returnCoins: (row: WithdrawalView) => Promise<void>;
  /** @returns what was agreed to, or undefined */
  readonly agreeTo: (rows: readonly WithdrawalView[], approved: boolean) => Promise<BulkDecision | undefined>;
  readonly rejectAll: (pending: { count: number; coins: number; amount: number; asOf: string }) => Promise<void>;
}

/** What an admin can decide, with the questions and answers of document 001. */
export function useDecisions(): Decisions {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();

  return useMemo(() => {
    const refresh = (): Promise<unknown> => refreshWithdrawals(queryClient);
    const body = (row: WithdrawalView, approved: boolean, adminReason: string) => ({
      userId: row.userId,
      approved,
      verifiedBy: VERIFIED_BY,
      adminReason,
    });

    const pay = (row: WithdrawalView, text: string, verb: string, call: () => Promise<Paid>): Promise<boolean> =>
      dialogs.confirm({
        text,
        verb,
        details: <Meant row={row} />,
        failure: copy.verifyFailed,
        run: async () => {
          try {
            announce(await call());
          } finally {
            void refresh();
          }
        },
      });

    const giveBack = async (text: string, call: (reason: string) => Promise<unknown>): Promise<void> => {
      const reason = await dialogs.prompt({ text, verb: copy.reject, danger: true, multiline: true });
      if (reason === undefined) return;
      try {
        await call(reason);
        toast.success(copy.rejected);
      } catch (error) {
        await dialogs.alert(errorText(error, copy.verifyFailed));
      } finally {
        void refresh();
      }
    };

    return {
      approve: async (row) => {
        if (row.status !== 'pending') return;
        await pay(row, copy.approving(formatRupees(row.amount), destinationText(row.paymentMethod)), copy.approve, () =>
          api(verifyWithdrawal, { params: { id: row.id }, body: body(row, true, '') }),
        );
      },
      reject: async (row) => {
        if (row.status !== 'pending') return;
        await giveBack(copy.rejectReason, (reason) =>
          api(verifyWithdrawal, { params: { id: row.id }, body: body(row, false, reason) }),
        );
      },
      retryPayment: async (row) => {
        await pay(row, copy.retrying(formatRupees(row.amount), destinationText(row.paymentMethod)), copy.retry, () =>
          api(retryWithdrawalPayment, { params: { id: row.id } }),
        );
      },
      returnCoins: (row) =>
        giveBack(copy.returnReason, (adminReason) =>
          api(returnWithdrawalCoins, { params: { id: row.id }, body: { adminReason } }),
        ),
      agreeTo: async (rows, approved) => {
        const count = formatNoun(rows.length, 'withdrawal', 'withdrawals');
        const amount = formatRupees(rows.reduce((sum, row) => sum + Math.round(row.amount * 100), 0) / 100);
        const sure = await dialogs.confirm({
          text: approved ? copy.bulk.approveText(count, amount) : copy.bulk.rejectText(count, amount),
          verb: approved ? copy.bulk.approveVerb(count) : copy.bulk.rejectVerb(count),
          danger: !approved,
          ...(approved ? { details: copy.approvingNote } : {}),
          ...(rows.length > TYPE_COUNT_ABOVE ? { typeToConfirm: String(rows.length) } : {}),
        });
        if (!sure) return undefined;
        if (approved) return { rows, approved, adminReason: '' };
        const adminReason = await dialogs.prompt({
          text: copy.bulk.rejectReason,
          verb: copy.bulk.rejectVerb(count),
          danger: true,
          multiline: true,
        });
        return adminReason === undefined ? undefined : { rows, approved, adminReason };
      },
      rejectAll: async ({ count, coins, amount, asOf }) => {
        const shown = formatCount(count);
        const sure = await dialogs.confirm({
          text: copy.rejectAllText(shown),
          verb: copy.rejectAllVerb(shown),
          danger: true,
          details: `${formatRupees(amount)} · ${formatCoins(coins)}`,
          ...(count > TYPE_COUNT_ABOVE ? { typeToConfirm: String(count) } : {}),
        });
        if (!sure) return;
        const adminReason = await dialogs.prompt({
          text: copy.rejectAllReason,
          verb: copy.rejectAllVerb(shown),
          danger: true,
          multiline: true,
        });
        if (adminReason === undefined) return;
        try {
          const { rejectedCount } = await api(rejectAllWithdrawals, {
            body: { adminReason, verifiedBy: VERIFIED_BY, requestedUntil: asOf },
          });
          toast.success(copy.rejectAllDone(formatCount(rejectedCount)));
        } catch (error) {
          await dialogs.alert(`${copy.rejectAllFailed}\n${errorText(error, '{message}')}`);
        } finally {
          void refresh();
        }
      },
    };
  }, [dialogs, queryClient]);
}

type Paid = RouteAnswer<typeof verifyWithdrawal>;

function announce({ paymentResult, estimatedTime }: Paid): void {
  if (paymentResult === undefined) {
    toast.info(`${copy.approved} ${copy.approvedUnknown}`);
    return;
  }
  if (!paymentResult.success) {
    const why = paymentResult.error === undefined ? '' : ` (${paymentResult.error})`;
    toast.warning(copy.paymentFailed + why);
    return;
  }
  const facts = [
    ...(paymentResult.transactionId === undefined ? [] : [copy.transaction(paymentResult.transactionId)]),
    ...(estimatedTime === undefined ? [] : [copy.estimated(estimatedTime)]),
  ];
  toast.success([copy.approvedAndPaid, ...facts].join(' '));
}

function Meant({ row }: { readonly row: WithdrawalView }) {
  return (
    <>
      {row.userName ?? copy.noName}
      {row.userEmail === null ? '' : ` (${row.userEmail})`} · {formatCoins(row.coins)}. {copy.approvingNote}
    </>
  );
}
