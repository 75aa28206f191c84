import type { RouteQuery } from '@muneem/contract/http';
import type {
  AttentionAction,
  AttentionItem,
  AttentionKind,
  getPayoutAttention,
  PayoutAlert,
} from '@muneem/contract/payouts';
import type { WithdrawalView } from '@muneem/contract/withdrawals';
import type { Platform } from '#platform/feature-module/index.ts';
import type { HandlerAnswer } from '#platform/http/index.ts';
import { findLedgerStatus } from '#features/ledger/index.ts';
import {
  countDifferences,
  DECLARED_AFTER_MS,
  findAttempts,
  findLastRun,
  listPaidBefore,
  type PaidBefore,
  type PayoutAttempt,
  type Payouts,
} from '#features/payouts/index.ts';
import type { AutoPayout } from './auto-payout.ts';
import { countAttention, listAttention, type AttentionRow } from './attention.repository.ts';
import { describePaidBefore } from './look-up-payment.ts';
import { viewWithdrawals } from './withdrawal.mapper.ts';
import { readTotals } from './withdrawal-list.repository.ts';

interface AttentionDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly payouts: Payouts;
  readonly autoPayout: AutoPayout;
}

/** Lists everything that needs an admin: single withdrawals, and alerts about all payouts. */
export async function getAttention(
  dependencies: AttentionDependencies,
  query: RouteQuery<typeof getPayoutAttention>,
): Promise<HandlerAnswer<typeof getPayoutAttention>> {
  const { database, clock, payouts } = dependencies;
  const kind = query.kind === 'all' ? null : query.kind;
  const [rows, counted, differences] = await Promise.all([
    listAttention(database, { ...query, kind }),
    countAttention(database, query.search),
    countDifferences(database),
  ]);
  const now = clock.now();
  const [views, paidBefore, attempts] = await Promise.all([
    viewWithdrawals(database, rows),
    listPaidBefore(
      database,
      rows.map(({ id }) => id),
      now,
    ),
    findAttempts(
      database,
      rows.flatMap(({ lastAttemptId: id }) => (id === null ? [] : [id])),
    ),
  ]);
  const counts = { unknown: 0, payment_failed: 0, reversed: 0 };
  for (const { kind: of, n } of counted) counts[of] = n;
  const openDifferences = differences.reduce((sum, { state, n }) => sum + (state === 'open' ? n : 0), 0);
  const items = rows.map((row, index) => {
    const attempt = attempts.get(row.lastAttemptId ?? '');
    const sentElsewhere = attempt !== undefined && needsItsSender(attempt) && payouts.isElsewhere(attempt);
    return toItem(row, views[index] as WithdrawalView, {
      attempt,
      sentElsewhere,
      now,
      paidBefore: paidBefore.find(({ payableId }) => payableId === row.id),
    });
  });
  return {
    items,
    total: kind === null ? counts.unknown + counts.payment_failed + counts.reversed : counts[kind],
    counts,
    alerts: await findAlerts(dependencies, openDifferences),
    openDifferences,
    asOf: now.toISOString(),
  };
}

const FAILED_ELSEWHERE =
  'The payment failed. It was sent with another payout key, account or provider. Check that account.';
const SENT_ELSEWHERE =
  'It was sent with another payout key, account or provider. The current one cannot see whether it was paid. Check the account that sent it.';

/** Only the account that sent it can confirm it, unless a person has declared it. */
const needsItsSender = ({ status, declaredAt }: PayoutAttempt): boolean =>
  status === 'unknown' || (status === 'not_paid' && declaredAt === null);

interface ItemFacts {
  readonly attempt: PayoutAttempt | undefined;
  readonly sentElsewhere: boolean;
  readonly now: Date;
}

function toItem(
  row: AttentionRow,
  withdrawal: WithdrawalView,
  { attempt, sentElsewhere, now, paidBefore }: ItemFacts & { readonly paidBefore: PaidBefore | undefined },
): AttentionItem {
  const because = attempt?.error ? `: ${attempt.error}` : '';
  const contradiction = paidBefore === undefined ? '' : ` ${describePaidBefore(paidBefore)}`;
  const messages = {
    unknown: sentElsewhere ? SENT_ELSEWHERE : `The outcome of the payment is unknown${because}`,
    payment_failed: sentElsewhere ? FAILED_ELSEWHERE : `The payment failed${because}`,
    reversed: `The bank reversed the payment${because}`,
  };
  return {
    kind: row.kind,
    withdrawal,
    since: row.since.toISOString(),
    sentElsewhere,
    message: messages[row.kind] + contradiction,
    actions: actionsFor(row.kind, { attempt, sentElsewhere, now }),
  };
}

function actionsFor(kind: AttentionKind, { attempt, sentElsewhere, now }: ItemFacts): AttentionAction[] {
  const actions: AttentionAction[] = kind === 'unknown' ? ['look_up'] : ['retry_payment', 'return_coins'];
  if (attempt === undefined || now.getTime() - (attempt.sendingAt ?? now).getTime() < DECLARED_AFTER_MS) return actions;
  const { status, needsAttention, providerTransactionId, providerStatus, paidAt } = attempt;
  const isUnknown = kind === 'unknown' && status === 'unknown';
  const isUnheard = isUnknown ? providerTransactionId === null : kind !== 'unknown' && sentElsewhere;
  if (isUnheard && paidAt === null) actions.push('declare_not_paid');
  // It is unknown although the provider has answered about a transfer, or its answer contradicts the failure.
  const isKnown = providerTransactionId !== null || providerStatus !== null;
  if (isKnown && needsAttention && (isUnknown || status === 'not_paid')) actions.push('accept_transaction');
  return actions;
}

async function findAlerts(
  { database, payouts, autoPayout }: AttentionDependencies,
  openDifferences: number,
): Promise<PayoutAlert[]> {
  const [ledger, balance, totals, auto, lastRun] = await Promise.all([
    findLedgerStatus(database),
    payouts.recentBalance(),
    readTotals(database),
    autoPayout.status(),
    findLastRun(database),
  ]);
  const alerts: PayoutAlert[] = [];
  if (ledger !== null && ledger.breachedAt !== null) {
    const message = `Payouts are stopped: ${ledger.breaches[0]?.message ?? 'the ledger does not balance'}`;
    alerts.push({ kind: 'ledger', message, since: ledger.breachedAt.toISOString() });
  }
  if (!balance.known)
    alerts.push({ kind: 'provider_down', message: `The provider does not answer: ${balance.error}`, since: null });
  else if (balance.balancePaise < totals.pending.amountPaise)
    alerts.push({ kind: 'low_balance', message: 'The balance is below the pending withdrawals.', since: null });
  if (auto.pause !== null)
    alerts.push({ kind: 'auto_payout_paused', message: auto.pause.message, since: auto.pause.since });
  if (openDifferences > 0)
    alerts.push({
      kind: 'reconciliation',
      message: `${openDifferences} ${openDifferences === 1 ? 'difference' : 'differences'} to the provider's statement`,
      since: null,
    });
  if (lastRun?.status === 'failed')
    alerts.push({
      kind: 'reconciliation_failed',
      message: `The last comparison with the statement failed: ${lastRun.error ?? ''}`,
      since: lastRun.startedAt.toISOString(),
    });
  return alerts;
}
