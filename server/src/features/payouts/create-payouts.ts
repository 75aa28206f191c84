import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newUlid } from '#platform/ids/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import { createWorkTracker } from '#platform/work-tracker/index.ts';
import { createAskProvider, senderOf } from './ask-provider.ts';
import { listDueRechecks } from './decided-attempts.repository.ts';
import { createDeclarations } from './declare-not-paid.ts';
import { createLookupSchedule, LOOKUP_JOB } from './lookup-schedule.ts';
import { createPayoutCalls, getAttempt, type PayoutCallDependencies, type PayoutCalls } from './payout-calls.ts';
import { modeFor } from './payout-rules.ts';
import type { PayoutProvider } from './payout-provider.ts';
import type { NewPayout, Payouts } from './payouts.ts';
import { findOverdue, hastenLookup, insertAttempt, makeDue, type PayoutAttempt } from './payouts.repository.ts';
import { createRecentBalance } from './recent-balance.ts';
import { createPayoutRechecks, RECHECK_JOB, type RecheckDependencies } from './recheck-payouts.ts';

export interface PayoutsDependencies extends Pick<Platform, 'database' | 'clock' | 'logger' | 'jobs'> {
  readonly provider: PayoutProvider;
  /** Seconds between look-ups of an undecided transfer. Hourly after the last one. */
  readonly lookupDelaysS: readonly number[];
  readonly isUnconfirmed?: PayoutCallDependencies['isUnconfirmed'];
  readonly settle: PayoutCallDependencies['settle'];
  readonly revive: RecheckDependencies['revive'];
  readonly notifyPaidTwice: RecheckDependencies['notifyPaidTwice'];
}

const SEND_JOB = 'payouts-send';
/** The approving request sends the payment. This job takes over if that process dies. */
const SEND_JOB_DELAY_MS = 20_000;
/** Most jobs are no-ops, because the payment is decided long before its look-up is due. */
const JOBS_PER_POLL = 20;
const FORGOTTEN_AFTER_MS = 60_000;
const SWEPT_AT_ONCE = 100;

export function createPayouts(dependencies: PayoutsDependencies): Payouts {
  const { database, clock, provider } = dependencies;
  const { track, settled } = createWorkTracker();
  const lookups = createLookupSchedule(dependencies, dependencies.lookupDelaysS);
  const ask = createAskProvider(provider);
  const rechecks = createPayoutRechecks({ ...dependencies, ask, lookups });
  const calls = createPayoutCalls({ ...dependencies, ask, lookups, rechecks });
  const send: PayoutCalls['send'] = (attemptId) => track(calls.send(attemptId));
  const lookUp: PayoutCalls['lookUp'] = (attemptId) => track(calls.lookUp(attemptId));
  const recheck = (attemptId: string): Promise<void> => track(rechecks.recheck(attemptId));

  const hintReference = (referenceId: string, hint: { readonly isSigned: boolean }): Promise<void> =>
    transaction(database, async (tx) => {
      const hastened = await hastenLookup(tx, referenceId, clock.now(), lookups.distanceMs);
      if (hastened) await lookups.enqueue(tx, hastened.id, hastened.nextLookupAt);
      else await rechecks.plan(tx, referenceId, hint);
    });

  return {
    providerName: provider.name,
    refuses: (payout) => provider.refuses(payout),
    create: (tx, payout) => createAttempt(tx, dependencies, payout),
    send,
    lookUp,
    async lookUpSoon(attemptId, note) {
      const isOpen = await transaction(database, async (tx) => {
        const open = await makeDue(tx, attemptId, clock.now(), lookups.distanceMs);
        if (open) await lookups.enqueue(tx, attemptId, open.nextLookupAt ?? clock.now());
        else await rechecks.plan(tx, (await getAttempt(database, attemptId)).referenceId, { isSigned: true });
        await note(tx);
        return open !== null;
      });
      await (isOpen ? lookUp(attemptId) : recheck(attemptId));
      return getAttempt(database, attemptId);
    },
    confirmNotPaid: (payableId, note) => track(rechecks.confirmNotPaid(payableId, note)),
    async hint(webhook) {
      const read = provider.parseWebhook(webhook);
      if (read === 'forged') return false;
      if (read !== undefined) await hintReference(read.referenceId, read);
      return true;
    },
    hintReference: (referenceId) => hintReference(referenceId, { isSigned: true }),
    isElsewhere: (attempt) => senderOf(attempt, provider) !== 'here',
    ...createDeclarations(dependencies),
    ...createRecentBalance(provider, clock),
    jobs: [
      attemptJob(SEND_JOB, send),
      attemptJob(LOOKUP_JOB, lookUp, { concurrency: 2 }),
      attemptJob(RECHECK_JOB, recheck),
      {
        name: 'payouts-sweep',
        cron: '* * * * *',
        async handle() {
          const now = clock.now();
          const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
          const { unsent, due } = await findOverdue(database, before, SWEPT_AT_ONCE);
          for (const id of unsent) await send(id);
          for (const id of due) await lookUp(id);
          for (const id of await listDueRechecks(database, now, SWEPT_AT_ONCE)) await recheck(id);
        },
      },
    ],
    stop: settled,
  };
}

async function createAttempt(
  tx: Tx,
  { clock, jobs, provider }: PayoutsDependencies,
  { payableId, amountPaise, beneficiaryName, destination }: NewPayout,
): Promise<PayoutAttempt> {
  const createdAt = clock.now();
  const ulid = newUlid(createdAt);
  const attempt = await insertAttempt(tx, {
    id: `pay_${ulid}`,
    payableId,
    referenceId: `MNM${ulid}`,
    provider: provider.name,
    amountPaise,
    mode: modeFor(destination, amountPaise),
    beneficiaryName,
    destination,
    createdAt,
  });
  const startAfter = new Date(createdAt.getTime() + SEND_JOB_DELAY_MS);
  await jobs.enqueue(tx, SEND_JOB, { attemptId: attempt.id }, { startAfter });
  return attempt;
}

const attemptJob = (
  name: string,
  work: (attemptId: string) => Promise<unknown>,
  options: Pick<JobDefinition, 'concurrency'> = {},
): JobDefinition<{ attemptId: string }> => ({
  name,
  batchSize: JOBS_PER_POLL,
  ...options,
  handle: async ({ attemptId }) => void (await work(attemptId)),
});
