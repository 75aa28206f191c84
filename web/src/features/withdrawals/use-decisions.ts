import {
  decideWithdrawal,
  rejectAllPending,
  retryWithdrawalPayment,
  returnWithdrawalCoins,
  type WithdrawalStatus,
  type WithdrawalView,
} from '@muneem/contract/withdrawals';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#lib/api.ts';
import { causeWithStatus } from '#lib/api-error.ts';
import { callAndFindOut, type Tell } from '#lib/find-outcome.ts';
import { formatCoins, formatCount, formatRupees } from '#lib/format.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { destinationText } from './payment-method.ts';
import { copy } from './withdrawals.copy.ts';
import { findDecision, findRejection, type Paid, stillPending } from './find-decision.ts';
import { refreshWithdrawals, showDecision } from './withdrawals.queries.ts';

/** The verifier's name is fixed by document 001; who it really was comes from the session. */
const VERIFIED_BY = 'Admin';
/** From here on the number has to be typed. */
export const TYPE_COUNT_ABOVE = 10;

export interface Decisions {
  /** `byKey`: the letter of triage was pressed on the row; Enter then pays. */
  readonly approve: (row: WithdrawalView, byKey?: boolean) => Promise<void>;
  readonly reject: (row: WithdrawalView) => Promise<void>;
  readonly retryPayment: (row: WithdrawalView) => Promise<void>;
  readonly returnCoins: (row: WithdrawalView) => Promise<void>;
  readonly rejectAll: (pending: {
    count: number;
    coins: number;
    amount: number;
    asOf: string | undefined;
  }) => Promise<void>;
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

    const pay = (
      row: WithdrawalView,
      { text, verb, byKey = false }: { text: string; verb: string; byKey?: boolean },
      call: () => Promise<Paid>,
    ): Promise<boolean> =>
      dialogs.confirm({
        text,
        verb,
        focus: byKey ? 'verb' : 'cancel',
        details: `${whose(row)}. ${copy.approvingNote}`,
        failure: copy.verifyFailed,
        run: async (tell) => {
          try {
            const paid = await callAndFindOut({ call, find: () => findDecision(row), tell, ...OUTCOME_WORDS });
            showDecision(queryClient, row.id, statusAfter(paid));
            announce(paid);
          } finally {
            void refresh();
          }
        },
      });

    const giveBack = async (
      row: WithdrawalView,
      { text, verb, done }: { text: string; verb: string; done: string },
      send: (reason: string) => Promise<unknown>,
    ): Promise<void> => {
      await dialogs.prompt({
        text,
        verb,
        details: `${formatRupees(row.amount)} · ${whose(row)}`,
        danger: true,
        multiline: true,
        failure: copy.verifyFailed,
        run: async (reason, tell) => {
          const call = async (): Promise<true> => send(reason).then(() => true);
          try {
            await callAndFindOut({ call, find: () => findRejection(row), tell, ...OUTCOME_WORDS });
            showDecision(queryClient, row.id, 'rejected');
            toast.success(done);
          } finally {
            void refresh();
          }
        },
      });
    };

    return {
      approve: async (row, byKey = false) => {
        if (row.status !== 'pending') return;
        const text = copy.approving(formatRupees(row.amount), destinationText(row.paymentMethod));
        await pay(row, { text, verb: copy.approve, byKey }, () =>
          api(decideWithdrawal, { params: { id: row.id }, body: body(row, true, '') }),
        );
      },
      reject: async (row) => {
        if (row.status !== 'pending') return;
        const words = { text: copy.rejectReason, verb: copy.reject, done: copy.rejected };
        await giveBack(row, words, (reason) =>
          api(decideWithdrawal, { params: { id: row.id }, body: body(row, false, reason) }),
        );
      },
      retryPayment: async (row) => {
        const text = copy.retrying(formatRupees(row.amount), destinationText(row.paymentMethod));
        await pay(row, { text, verb: copy.retry }, () => api(retryWithdrawalPayment, { params: { id: row.id } }));
      },
      returnCoins: async (row) => {
        const done = copy.coinsReturned(row.userName ?? row.userId);
        await giveBack(row, { text: copy.returnReason, verb: copy.returnCoins, done }, (adminReason) =>
          api(returnWithdrawalCoins, { params: { id: row.id }, body: { adminReason } }),
        );
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
        const rejectAll = async (adminReason: string, tell: Tell): Promise<void> => {
          const found = await callAndFindOut({
            call: async () =>
              (
                await api(rejectAllPending, {
                  body: {
                    adminReason,
                    verifiedBy: VERIFIED_BY,
                    ...(asOf === undefined ? {} : { requestedUntil: asOf }),
                  },
                })
              ).rejectedCount,
            find: async () => ((await stillPending(asOf)) === 0 ? null : undefined),
            tell,
            unknown: copy.rejectAllUnknown,
            notDone: copy.rejectAllLeft,
          });
          toast.success(found === null ? copy.rejectAllFound : copy.rejectAllDone(formatCount(found)));
        };
        await dialogs.prompt({
          text: copy.rejectAllReason,
          verb: copy.rejectAllVerb(shown),
          danger: true,
          multiline: true,
          failure: `${copy.rejectAllFailed}\n{message}`,
          run: (adminReason, tell) => rejectAll(adminReason, tell).finally(() => void refresh()),
        });
      },
    };
  }, [dialogs, queryClient]);
}

const OUTCOME_WORDS = { unknown: copy.outcomeUnknown, notDone: copy.notDone, cause: causeWithStatus };

/** Until the lists are read again. */
function statusAfter({ paymentResult }: Paid): WithdrawalStatus {
  if (paymentResult === undefined) return 'processing';
  return paymentResult.success ? 'completed' : 'payment_failed';
}

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

const whose = ({ userName, userEmail, coins }: WithdrawalView): string =>
  `${userName ?? copy.noName}${userEmail === null ? '' : ` (${userEmail})`} · ${formatCoins(coins)}`;
