import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { isPayoutStopped } from '#features/ledger/index.ts';
import { providerChanged, type AskProvider } from './ask-provider.ts';
import type { LookupSchedule } from './lookup-schedule.ts';
import type { AskedOutcome, PayoutOutcome, PayoutProvider } from './payout-provider.ts';
import {
  claimSending,
  countLookup,
  findAttempts,
  lockDueLookup,
  orderOf,
  recordOutcome,
  type PayoutAttempt,
} from './payouts.repository.ts';
import type { PayoutRechecks } from './recheck-payouts.ts';

export interface PayoutCallDependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  readonly provider: PayoutProvider;
  readonly ask: AskProvider;
  readonly lookups: LookupSchedule;
  readonly rechecks: Pick<PayoutRechecks, 'revive'>;
  /** True for an unconfirmed restored copy: then the provider is not called. */
  readonly isUnconfirmed?: (() => boolean) | undefined;
  /** Applies an outcome to the withdrawal, in the transaction that records the outcome. */
  readonly settle: (tx: Tx, attempt: PayoutAttempt) => Promise<void>;
}

/** Calls the provider about one attempt and records the outcome. See `Payouts` for `send` and `lookUp`. */
export interface PayoutCalls {
  send(attemptId: string): Promise<PayoutAttempt>;
  lookUp(attemptId: string): Promise<void>;
}

export function createPayoutCalls(dependencies: PayoutCallDependencies): PayoutCalls {
  const { database, clock, provider, ask, lookups, isUnconfirmed = () => false } = dependencies;

  /** Sends only from the recorded account. No `await` between this check and the call, so the key cannot change. */
  async function initiate(attempt: PayoutAttempt): Promise<PayoutOutcome> {
    if (attempt.provider !== provider.name) return { kind: 'not_sent', error: providerChanged(attempt) };
    if (attempt.account !== provider.account())
      return { kind: 'not_sent', error: 'The payout key changed just before the call, so nothing was sent' };
    return provider.initiate(orderOf(attempt));
  }

  /** Once this commits, the attempt counts as sent. Its status look-up is enqueued in the same transaction. */
  const claim = (attemptId: string): Promise<PayoutAttempt | null> =>
    transaction(database, async (tx) => {
      const nextLookupAt = lookups.next(0);
      const claimed = await claimSending(tx, attemptId, {
        now: clock.now(),
        nextLookupAt,
        account: provider.account(),
      });
      if (claimed) await lookups.enqueue(tx, attemptId, nextLookupAt);
      return claimed;
    });

  const takeDueLookup = (attemptId: string): Promise<PayoutAttempt | null> =>
    transaction(database, async (tx) => {
      const at = clock.now();
      const due = await lockDueLookup(tx, attemptId, at);
      if (!due) return null;
      const counted = due.lookups + 1;
      const nextLookupAt = lookups.next(counted);
      const needsAttention = lookups.needsAttention(counted);
      await countLookup(tx, attemptId, { at, lookups: counted, nextLookupAt, needsAttention });
      await lookups.enqueue(tx, attemptId, nextLookupAt);
      return due;
    });

  return {
    async send(attemptId) {
      const attempt = isUnconfirmed() || (await isPayoutStopped(database)) ? undefined : await claim(attemptId);
      if (!attempt) return getAttempt(database, attemptId);
      return record(dependencies, attempt, await initiate(attempt));
    },
    async lookUp(attemptId) {
      const attempt = isUnconfirmed() ? undefined : await takeDueLookup(attemptId);
      if (attempt) await record(dependencies, attempt, await ask(attempt));
    },
  };
}

async function record(
  { database, clock, logger, settle, rechecks }: PayoutCallDependencies,
  attempt: PayoutAttempt,
  outcome: AskedOutcome,
): Promise<PayoutAttempt> {
  const recorded = await transaction(database, async (tx) => {
    const open = outcome.kind === 'in_flight' || outcome.kind === 'unknown';
    const row = await recordOutcome(tx, attempt.id, outcome.kind, outcome, {
      finishedAt: open ? null : clock.now(),
      heardAt: clock.now(),
    });
    if (row) await settle(tx, row);
    return row;
  });
  const facts = { attempt: attempt.id, payable: attempt.payableId, outcome: outcome.kind, error: outcome.error };
  if (outcome.strange === true) logger.error(facts, 'unexpected answer of the payout provider');
  else logger.info(facts, 'payout outcome');
  // An admin declared it not paid meanwhile.
  if (!recorded && (outcome.kind === 'paid' || outcome.kind === 'in_flight'))
    await rechecks.revive(attempt.id, outcome);
  return recorded ?? getAttempt(database, attempt.id);
}

export async function getAttempt(database: Database, attemptId: string): Promise<PayoutAttempt> {
  const attempt = (await findAttempts(database, [attemptId])).get(attemptId);
  if (!attempt) throw new Error(`there is no payout attempt ${attemptId}`);
  return attempt;
}
