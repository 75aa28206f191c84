import { VERIFIED_BY } from '@muneem/contract/admins';
import {
  verifyWithdrawal,
  getWithdrawal,
  rejectAllWithdrawals,
  retryWithdrawalPayment,
  returnWithdrawalCoins,
  type PaidBefore,
  type WithdrawalStatus,
  type WithdrawalView,
} from '@muneem/contract/withdrawals';
import { createElement } from 'react';
import { api } from '#lib/api.ts';
import { causeWithStatus, errorText } from '#lib/api-error.ts';
import { callAndFindOut } from '#lib/find-outcome.ts';
import { formatCoins, formatCount, formatRupees } from '#lib/format.ts';
import { goTo } from '#lib/go-to.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { paidBeforeText } from './paid-before-text.ts';
import { destinationText } from './payment-method.ts';
import { PayWarnings } from './payout-warning.tsx';
import { withdrawalStatus } from './withdrawal-status.ts';
import { copy } from './withdrawals.copy.ts';
import { findDecision, findRejection, type Paid, stillPending } from './find-decision.ts';
import { refreshWithdrawals, showDecision } from './withdrawals.queries.ts';

/** The pending withdrawals at the server's time `asOf`. */
interface Pending {
  readonly count: number;
  readonly coins: number;
  readonly amount: number;
  readonly asOf: string;
}

/** The decisions of an admin, with the questions and answers of document 001. */
export const decisions = {
  /** `byKey`: the row's shortcut was pressed, so Enter pays. */
  async approve(row: WithdrawalView, byKey = false): Promise<void> {
    if (row.status !== 'pending') return;
    const text = copy.approving(formatRupees(row.amount), destinationText(row.paymentMethod));
    await pay(row, { text, verb: copy.approve, byKey }, () => send(row, true, ''));
  },
  async reject(row: WithdrawalView): Promise<void> {
    if (row.status !== 'pending') return;
    const words = { text: copy.rejectReason, verb: copy.reject, done: copy.rejected };
    await giveBack(row, words, (reason) => send(row, false, reason));
  },
  async retryPayment(row: WithdrawalView): Promise<void> {
    if (mustWait(row)) return dialogs.alert(paidBeforeText(row.paidBefore));
    const text = copy.retrying(formatRupees(row.amount), destinationText(row.paymentMethod));
    await pay(row, { text, verb: copy.retry }, () => api(retryWithdrawalPayment, { params: { id: row.id } }));
  },
  async returnCoins(row: WithdrawalView): Promise<void> {
    if (mustWait(row)) return dialogs.alert(paidBeforeText(row.paidBefore));
    const done = copy.paymentGivenUp(row.userName ?? row.userId);
    await giveBack(row, { text: copy.returnReason, verb: copy.returnCoins, done }, (adminReason) =>
      api(returnWithdrawalCoins, { params: { id: row.id }, body: { adminReason } }),
    );
  },
  rejectAll,
};

/** Returns whether money may not move yet, because the provider once reported the payment as paid. */
const mustWait = (row: WithdrawalView): row is WithdrawalView & { readonly paidBefore: PaidBefore } =>
  row.paidBefore?.mayPayAgain === false;

const send = (row: WithdrawalView, approved: boolean, adminReason: string): Promise<Paid> =>
  api(verifyWithdrawal, {
    params: { id: row.id },
    body: { userId: row.userId, approved, verifiedBy: VERIFIED_BY, adminReason },
  });

async function pay(
  row: WithdrawalView,
  { text, verb, byKey = false }: { text: string; verb: string; byKey?: boolean },
  call: () => Promise<Paid>,
): Promise<void> {
  await dialogs.confirm({
    text,
    verb,
    pays: true,
    ...(byKey ? { focus: 'verb' } : {}),
    warning: createElement(PayWarnings, { kind: 'withdrawals', total: row.amount, each: [row.amount] }),
    details: `${whose(row)}. ${before(row)}${copy.approvingNote}`,
    failure: copy.verifyFailed,
    run: async (tell) => {
      try {
        const paid = await callAndFindOut({ call, find: () => findDecision(row), tell, ...OUTCOME_WORDS });
        showDecision(row.id, statusAfter(paid));
        announce(row, paid);
      } finally {
        void refreshWithdrawals();
      }
    },
  });
}

async function giveBack(
  row: WithdrawalView,
  { text, verb, done }: { text: string; verb: string; done: string },
  send: (reason: string) => Promise<unknown>,
): Promise<void> {
  await dialogs.prompt({
    text,
    verb,
    details: `${formatRupees(row.amount)} · ${whose(row)}${row.paidBefore === null ? '' : `. ${before(row)}`}`,
    danger: true,
    multiline: true,
    failure: copy.verifyFailed,
    run: async (reason, tell) => {
      const call = async (): Promise<true> => send(reason).then(() => true);
      try {
        await callAndFindOut({ call, find: () => findRejection(row), tell, ...OUTCOME_WORDS });
        showDecision(row.id, 'rejected');
        toast.success(done);
      } finally {
        void refreshWithdrawals();
      }
    },
  });
}

async function rejectAll({ count, coins, amount, asOf }: Pending): Promise<void> {
  const shown = formatCount(count);
  const verb = copy.rejectAllVerb(shown);
  const sure = await dialogs.confirm({
    text: copy.rejectAllText(shown),
    verb,
    danger: true,
    details: `${formatRupees(amount)} · ${formatCoins(coins)}`,
    count,
  });
  if (!sure) return;
  const reject = async (adminReason: string): Promise<number> => {
    const body = { adminReason, verifiedBy: VERIFIED_BY, requestedUntil: asOf };
    return (await api(rejectAllWithdrawals, { body })).rejectedCount;
  };
  await dialogs.prompt({
    text: copy.rejectAllReason,
    verb,
    danger: true,
    multiline: true,
    failure: `${copy.rejectAllFailed}\n{message}`,
    run: async (adminReason, tell) => {
      try {
        const found = await callAndFindOut<number | 'none left'>({
          call: () => reject(adminReason),
          find: async () => ((await stillPending(asOf)) === 0 ? 'none left' : null),
          tell,
          unknown: copy.rejectAllUnknown,
          notDone: copy.rejectAllLeft,
        });
        toast.success(found === 'none left' ? copy.rejectAllFound : copy.rejectAllDone(formatCount(found)));
      } finally {
        void refreshWithdrawals();
      }
    },
  });
}

const OUTCOME_WORDS = { unknown: copy.outcomeUnknown, notDone: copy.notDone, cause: causeWithStatus };

/** Shown until the lists are refetched. */
function statusAfter({ paymentResult }: Paid): WithdrawalStatus {
  if (paymentResult === undefined) return 'processing';
  return paymentResult.success ? 'completed' : 'payment_failed';
}

function announce({ id }: WithdrawalView, { paymentResult, estimatedTime }: Paid): void {
  if (paymentResult === undefined) {
    toast.info(`${copy.approved} ${copy.approvedUnknown}`);
    return;
  }
  if (!paymentResult.success) {
    const why = paymentResult.error === undefined ? '' : ` (${paymentResult.error})`;
    toast.warning(copy.paymentFailed + why, {
      durationMs: 0,
      actions: [
        { label: copy.retryToast, run: () => void retryById(id) },
        {
          label: copy.detailsToast,
          run: () => goTo(`/verify-withdrawals?status=payment_failed&withdrawal=${encodeURIComponent(id)}`),
        },
      ],
    });
    return;
  }
  const facts = [
    ...(paymentResult.transactionId === undefined ? [] : [copy.transaction(paymentResult.transactionId)]),
    ...(estimatedTime === undefined ? [] : [copy.estimated(estimatedTime)]),
  ];
  toast.success([copy.approvedAndPaid, ...facts].join(' '));
}

const before = ({ paidBefore }: WithdrawalView): string =>
  paidBefore === null ? '' : `${paidBeforeText(paidBefore)} `;

/** Reads the record first: its reference tells a new failure from the old one. */
async function retryById(id: string): Promise<void> {
  try {
    const { withdrawal } = await api(getWithdrawal, { params: { id } });
    if (withdrawal.status === 'payment_failed') await decisions.retryPayment(withdrawal);
    else toast.info(copy.noRetry(withdrawalStatus(withdrawal.status).label.toLowerCase()));
  } catch (error) {
    toast.error(errorText(error, copy.details.failed));
  }
}

const whose = ({ userName, userEmail, coins }: WithdrawalView): string =>
  `${userName ?? copy.noName}${userEmail === null ? '' : ` (${userEmail})`} · ${formatCoins(coins)}`;
