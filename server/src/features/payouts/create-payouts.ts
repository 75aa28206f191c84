import { transaction, type Queryable, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newUlid } from '#platform/ids/index.ts';
import { createLoop, createWorkTracker } from '#platform/work-tracker/index.ts';
import { createAskProvider, senderOf } from './ask-provider.ts';
import { createDeclarations } from './declare-not-paid.ts';
import { createPayoutCalls, getAttempt, type PayoutCallDependencies, type PayoutCalls } from './payout-calls.ts';
import { modeFor } from './payout-rules.ts';
import type { PayoutProvider } from './payout-provider.ts';
import type { NewPayout, Payouts } from './payouts.ts';
import { hastenLookup, insertAttempt, type PayoutAttempt } from './payouts.repository.ts';
import { createRecentBalance } from './recent-balance.ts';
import { createPayoutRechecks, type RecheckDependencies } from './recheck-payouts.ts';

export interface PayoutsDependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  readonly provider: PayoutProvider;
  readonly lookupDelaysS: readonly number[];
  readonly isUnconfirmed?: PayoutCallDependencies['isUnconfirmed'];
  readonly settle: PayoutCallDependencies['settle'];
  readonly revive: RecheckDependencies['revive'];
  readonly notifyPaidTwice: RecheckDependencies['notifyPaidTwice'];
}

/** The approving request sends the payment. The loop takes over if that process dies. */
const SENT_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 1_000;
const UNSIGNED_HINTS_A_DAY = 5;
const HOUR_S = 3_600;

export function createPayouts(dependencies: PayoutsDependencies): Payouts {
  const { database, clock, logger, provider } = dependencies;
  const { track, idle } = createWorkTracker();
  const distanceMs = (dependencies.lookupDelaysS[0] ?? HOUR_S) * 1000;
  const ask = createAskProvider(provider);
  const rechecks = createPayoutRechecks({ ...dependencies, ask, distanceMs });
  const calls = createPayoutCalls({ ...dependencies, ask, distanceMs, rechecks });
  const send: PayoutCalls['send'] = (attemptId) => track(calls.send(attemptId));
  const lookUp: PayoutCalls['lookUp'] = (attemptId) => track(calls.lookUp(attemptId));
  const hasten = (q: Queryable, which: Parameters<typeof hastenLookup>[1], isSigned: boolean): Promise<void> =>
    hastenLookup(q, which, { now: clock.now(), distanceMs, unsignedAtMost: isSigned ? null : UNSIGNED_HINTS_A_DAY });
  const loop = createLoop(logger, 'due payout calls', async () => {
    await calls.callDue();
    return LOOK_EVERY_MS;
  });

  return {
    providerName: provider.name,
    refuses: (payout) => provider.refuses(payout),
    create: (tx, payout) => createAttempt(tx, dependencies, payout),
    send,
    lookUp,
    async lookUpSoon(attemptId, note) {
      await transaction(database, async (tx) => {
        await hasten(tx, { id: attemptId }, true);
        await note(tx);
      });
      await lookUp(attemptId);
      return getAttempt(database, attemptId);
    },
    confirmNotPaid: (payableId, note) => track(rechecks.confirmNotPaid(payableId, note)),
    async hint(webhook) {
      const read = provider.parseWebhook(webhook);
      if (read === 'forged') return false;
      if (read !== undefined) await hasten(database, { referenceId: read.referenceId }, read.isSigned);
      return true;
    },
    hintReference: (referenceId) => hasten(database, { referenceId }, true),
    isElsewhere: (attempt) => senderOf(attempt, provider) !== 'here',
    ...createDeclarations(dependencies),
    ...createRecentBalance(provider, clock),
    callDue: () => track(calls.callDue()),
    start: loop.start,
    async stop() {
      await loop.stop();
      await idle();
    },
  };
}

function createAttempt(
  tx: Tx,
  { clock, provider }: PayoutsDependencies,
  { payableId, amountPaise, beneficiaryName, destination }: NewPayout,
): Promise<PayoutAttempt> {
  const createdAt = clock.now();
  const ulid = newUlid(createdAt);
  return insertAttempt(tx, {
    id: `pay_${ulid}`,
    payableId,
    referenceId: `MNM${ulid}`,
    provider: provider.name,
    amountPaise,
    mode: modeFor(destination, amountPaise),
    beneficiaryName,
    destination,
    createdAt,
    nextCallAt: new Date(createdAt.getTime() + SENT_WITHIN_MS),
  });
}
