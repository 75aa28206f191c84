import { transaction, type Queryable, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newUlid } from '#platform/ids/index.ts';
import { createLoop, createWorkTracker } from '#platform/work-tracker/index.ts';
import { createAskProvider, senderOf } from './ask-provider.ts';
import { createDeclarations } from './declare-not-paid.ts';
import { createPayoutCalls, getAttempt, type PayoutCallDependencies } from './payout-calls.ts';
import { modeFor } from './payout-rules.ts';
import type { PayoutOrder, PayoutProvider, PayoutWebhook } from './payout-provider.ts';
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

export interface NewPayout extends Omit<PayoutOrder, 'referenceId' | 'mode'> {
  readonly payableId: string;
}

export type Payouts = ReturnType<typeof createPayouts>;

export function createPayouts(dependencies: PayoutsDependencies) {
  const { database, clock, logger, provider } = dependencies;
  const { track, idle } = createWorkTracker();
  const distanceMs = (dependencies.lookupDelaysS[0] ?? HOUR_S) * 1000;
  const ask = createAskProvider(provider);
  const rechecks = createPayoutRechecks({ ...dependencies, ask, distanceMs });
  const calls = createPayoutCalls({ ...dependencies, ask, distanceMs, rechecks });
  const lookUp = (attemptId: string): Promise<void> => track(calls.lookUp(attemptId));
  const hasten = (q: Queryable, which: Parameters<typeof hastenLookup>[1], isSigned: boolean): Promise<void> =>
    hastenLookup(q, which, { now: clock.now(), distanceMs, unsignedAtMost: isSigned ? null : UNSIGNED_HINTS_A_DAY });
  async function lookUpSoon(attemptId: string, note: (tx: Tx) => Promise<void>): Promise<PayoutAttempt> {
    const claimed = await transaction(database, async (tx) => {
      await hasten(tx, { id: attemptId }, true);
      await note(tx);
      // In the same transaction: else the loop could take it, and this answer would come before the provider's.
      return calls.claimDue(tx, attemptId);
    });
    await calls.askAbout(claimed);
    return getAttempt(database, attemptId);
  }
  const loop = createLoop(logger, 'due payout calls', async () => {
    await calls.callDue();
    return LOOK_EVERY_MS;
  });

  return {
    providerName: provider.name,
    /** Returns what the provider would refuse, by field. Checked before coins are held. */
    refuses: (payout: Pick<NewPayout, 'amountPaise' | 'destination'>) => provider.refuses(payout),
    /**
     * Creates an attempt. It is sent by `callDue` if the request dies.
     * The database refuses a second live attempt for the same payable.
     */
    create: (tx: Tx, payout: NewPayout) => createAttempt(tx, dependencies, payout),
    /** Sends an attempt that was never sent and records the outcome. No-op for one that may have been sent. */
    send: (attemptId: string) => track(calls.send(attemptId)),
    /** Looks up a sent attempt if its look-up is due. */
    lookUp,
    /**
     * Looks an attempt up now, or as soon as allowed. `note` records who asked, in the transaction that makes it due.
     * @returns the attempt afterwards
     */
    lookUpSoon: (attemptId: string, note: (tx: Tx) => Promise<void>) => track(lookUpSoon(attemptId, note)),
    confirmNotPaid: (...about: Parameters<typeof rechecks.confirmNotPaid>) => track(rechecks.confirmNotPaid(...about)),
    /**
     * Treats a webhook as a hint: its transfer is looked up as soon as allowed, in every state.
     * @returns false if the signature is wrong
     */
    async hint(webhook: PayoutWebhook): Promise<boolean> {
      const read = provider.parseWebhook(webhook);
      if (read === 'forged') return false;
      if (read !== undefined) await hasten(database, { referenceId: read.referenceId }, read.isSigned);
      return true;
    },
    /** Does the same for a reference found on the provider's statement. */
    hintReference: (referenceId: string) => hasten(database, { referenceId }, true),
    /** Returns whether another provider or account sent it. */
    isElsewhere: (attempt: PayoutAttempt) => senderOf(attempt, provider) !== 'here',
    ...createDeclarations(dependencies),
    ...createRecentBalance(provider, clock),
    /** Sends and looks up what is due, the longest due first. @returns the number of calls. `start` repeats it. */
    callDue: () => track(calls.callDue()),
    start: loop.start,
    /** Waits for calls in flight. */
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
