import { transaction, type Database, type Queryable, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { isPayoutStopped } from '#features/ledger/index.ts';
import { providerChanged, type AskProvider } from './ask-provider.ts';
import type { AskedOutcome, PayoutOutcome, PayoutProvider } from './payout-provider.ts';
import {
  claimLookup,
  claimSending,
  findAttempts,
  isOpen,
  listDueCalls,
  orderOf,
  recordOutcome,
  type PayoutAttempt,
} from './payouts.repository.ts';
import type { PayoutRechecks } from './recheck-payouts.ts';

export interface PayoutCallDependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  readonly provider: PayoutProvider;
  readonly ask: AskProvider;
  /** Seconds between look-ups of an undecided transfer. Hourly after the last one. */
  readonly lookupDelaysS: readonly number[];
  readonly distanceMs: number;
  readonly rechecks: Pick<PayoutRechecks, 'judge' | 'revive'>;
  /** True for an unconfirmed restored copy: then the provider is not called. */
  readonly isUnconfirmed?: (() => boolean) | undefined;
  /** Applies an outcome to the withdrawal, in the transaction that records the outcome. */
  readonly settle: (tx: Tx, attempt: PayoutAttempt) => Promise<void>;
}

/** Calls about different attempts at a time, per server. */
const AT_ONCE = 40;

/** Calls the provider about one attempt and records the outcome. See `createPayouts` for `send` and `lookUp`. */
export function createPayoutCalls(dependencies: PayoutCallDependencies) {
  const { database, clock, provider, ask, lookupDelaysS, rechecks, isUnconfirmed = () => false } = dependencies;

  /** Sends only from the recorded account. No `await` between this check and the call, so the key cannot change. */
  async function initiate(attempt: PayoutAttempt): Promise<PayoutOutcome> {
    if (attempt.provider !== provider.name) return { kind: 'not_sent', error: providerChanged(attempt) };
    if (attempt.account !== provider.account())
      return { kind: 'not_sent', error: 'The payout key changed just before the call, so nothing was sent' };
    return provider.initiate(orderOf(attempt));
  }

  /** Once this commits, the attempt counts as sent, and its first look-up is scheduled. */
  const claim = (attemptId: string): Promise<PayoutAttempt | null> => {
    const now = clock.now();
    const nextCallAt = new Date(now.getTime() + dependencies.distanceMs);
    return claimSending(database, attemptId, { now, nextCallAt, account: provider.account() });
  };

  async function send(attemptId: string): Promise<PayoutAttempt> {
    const attempt = isUnconfirmed() || (await isPayoutStopped(database)) ? null : await claim(attemptId);
    if (!attempt) return getAttempt(database, attemptId);
    return record(dependencies, attempt, await initiate(attempt));
  }

  /** Claims the look-up if it is due. */
  const claimDue = async (q: Queryable, attemptId: string): Promise<PayoutAttempt | null> =>
    isUnconfirmed() ? null : claimLookup(q, attemptId, { now: clock.now(), delaysS: lookupDelaysS });

  async function askAbout(attempt: PayoutAttempt | null): Promise<void> {
    if (!attempt) return;
    const outcome = await ask(attempt);
    if (isOpen(attempt)) await record(dependencies, attempt, outcome);
    else await rechecks.judge(attempt, outcome);
  }

  const lookUp = async (attemptId: string): Promise<void> => askAbout(await claimDue(database, attemptId));

  return {
    send,
    lookUp,
    claimDue,
    askAbout,
    async callDue(): Promise<number> {
      if (isUnconfirmed()) return 0;
      const mayPay = !(await isPayoutStopped(database));
      const due = await listDueCalls(database, { now: clock.now(), limit: AT_ONCE, mayPay });
      const calls = due.map(({ id, status }) => (status === 'created' ? send(id) : lookUp(id)));
      for (const call of await Promise.allSettled(calls))
        if (call.status === 'rejected')
          dependencies.logger.error({ err: call.reason as unknown }, 'a due payout call failed');
      return due.length;
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
