import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import { newUlid } from '#platform/ids/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { isPayoutStopped } from '#features/ledger/index.ts';
import type { AskedOutcome, PayoutBalance, PayoutOutcome, PayoutProvider } from './payout-provider.ts';
import {
  claimSending,
  countLookup,
  findAttempts,
  findForgotten,
  hastenLookup,
  insertAttempt,
  lockDueLookup,
  makeDue,
  orderOf,
  recordOutcome,
  type PayoutAttempt,
} from './payouts.repository.ts';
import { createAskProvider, movedFrom } from './ask-provider.ts';
import { declareElsewhere, declareNotPaid } from './declare-not-paid.ts';
import { createPayoutAccounts } from './payout-accounts.ts';
import { createPayoutRechecks, type RecheckDependencies } from './recheck-payouts.ts';
import { modeFor } from './payout-mode.ts';
import type { Payouts } from './payouts.ts';

export interface PayoutsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: Jobs;
  readonly provider: PayoutProvider;
  /** Seconds between look-ups of an undecided transfer; after the last one: hourly. */
  readonly lookupDelaysS: readonly number[];
  /** What an outcome means for the thing that is paid; runs in the transaction that records the outcome. */
  readonly settle: (tx: Tx, attempt: PayoutAttempt) => Promise<void>;
  readonly revive: RecheckDependencies['revive'];
  readonly tellPaidTwice: RecheckDependencies['tellPaidTwice'];
}

const SEND_JOB = 'payouts-send';
const BALANCE_KEPT_MS = 30_000;
const LOOKUP_JOB = 'payouts-look-up';
/** The approving request sends by itself; the job is for the case that it died. */
const SEND_JOB_DELAY_MS = 20_000;
const HOURLY_S = 3_600;
/** Most jobs find that there is nothing left to do: the payment was decided long before its look-up is due. */
const JOBS_PER_POLL = 20;
const FORGOTTEN_AFTER_MS = 60_000;

export function createPayouts(dependencies: PayoutsDependencies): Payouts {
  const { database, clock, logger, jobs, provider, lookupDelaysS, settle } = dependencies;
  const underWay = new Set<Promise<unknown>>();
  const distanceMs = (lookupDelaysS[0] ?? HOURLY_S) * 1000;
  let recent: { balance: PayoutBalance; at: number } | undefined;
  const nextLookup = (now: Date, lookups: number): Date =>
    new Date(now.getTime() + (lookupDelaysS[lookups] ?? HOURLY_S) * 1000);

  const accounts = createPayoutAccounts({ database, provider });
  const ask = createAskProvider(provider, accounts);
  const rechecks = createPayoutRechecks({
    ...dependencies,
    ask,
    distanceMs,
    track,
    async nextLookup(tx, attemptId) {
      const startAfter = nextLookup(clock.now(), 0);
      await jobs.enqueue(tx, LOOKUP_JOB, { attemptId }, { startAfter });
      return startAfter;
    },
  });

  async function send(attemptId: string): Promise<PayoutAttempt> {
    await accounts.first();
    const attempt = (await isPayoutStopped(database)) ? undefined : await claim(attemptId);
    if (!attempt) return current(attemptId);
    return record(attempt, await initiate(attempt));
  }

  /** Only from the account that was written down: between the look at it and the call nothing is awaited. */
  async function initiate(attempt: PayoutAttempt): Promise<PayoutOutcome> {
    if (attempt.provider !== provider.name) return { kind: 'not_sent', error: movedFrom(attempt) };
    if (attempt.account !== provider.account())
      return { kind: 'not_sent', error: 'The payout key was changed at this very moment, so nothing was sent' };
    return provider.initiate(orderOf(attempt));
  }

  /** From the commit of this on the attempt counts as sent; the look-up that finds out is already enqueued. */
  const claim = (attemptId: string): Promise<PayoutAttempt | undefined> =>
    transaction(database, async (tx) => {
      const now = clock.now();
      const lookupAt = nextLookup(now, 0);
      const claimed = await claimSending(tx, attemptId, { now, nextLookupAt: lookupAt, account: provider.account() });
      if (claimed) await jobs.enqueue(tx, LOOKUP_JOB, { attemptId }, { startAfter: lookupAt });
      return claimed;
    });

  async function record(attempt: PayoutAttempt, outcome: AskedOutcome): Promise<PayoutAttempt> {
    const recorded = await transaction(database, async (tx) => {
      const open = outcome.kind === 'in_flight' || outcome.kind === 'unknown';
      const row = await recordOutcome(tx, attempt.id, outcome.kind, outcome, {
        finishedAt: open ? null : clock.now(),
        heardAt: clock.now(),
      });
      if (row) await settle(tx, row);
      return row;
    });
    const facts = { attempt: attempt.id, payable: attempt.payable_id, outcome: outcome.kind, error: outcome.error };
    if (outcome.strange === true) logger.error(facts, 'the payout provider answered strangely');
    else logger.info(facts, 'payout outcome');
    // A person declared it not paid meanwhile.
    if (!recorded && (outcome.kind === 'paid' || outcome.kind === 'in_flight'))
      await rechecks.revive(attempt.id, outcome);
    return recorded ?? current(attempt.id);
  }

  async function lookUp(attemptId: string): Promise<void> {
    const attempt = await transaction(database, async (tx) => {
      const now = clock.now();
      const due = await lockDueLookup(tx, attemptId, now);
      if (!due) return undefined;
      const lookups = due.lookups + 1;
      const nextLookupAt = nextLookup(now, lookups);
      await countLookup(tx, attemptId, {
        at: now,
        lookups,
        nextLookupAt,
        needsAttention: lookups >= lookupDelaysS.length,
      });
      await jobs.enqueue(tx, LOOKUP_JOB, { attemptId }, { startAfter: nextLookupAt });
      return due;
    });
    if (!attempt) return;
    await record(attempt, await ask(attempt));
  }

  const hintReference = (referenceId: string, hint: { readonly isSigned: boolean }): Promise<void> =>
    transaction(database, async (tx) => {
      const hastened = await hastenLookup(tx, referenceId, clock.now(), distanceMs);
      if (!hastened) return rechecks.plan(tx, referenceId, hint);
      const { id, next_lookup_at: startAfter } = hastened;
      await jobs.enqueue(tx, LOOKUP_JOB, { attemptId: id }, { startAfter });
    });

  async function balance(): Promise<PayoutBalance> {
    const known = await provider.balance();
    // What could not be found out is asked again.
    recent = known.known ? { balance: known, at: clock.now().getTime() } : undefined;
    return known;
  }

  async function current(attemptId: string): Promise<PayoutAttempt> {
    const attempt = (await findAttempts(database, [attemptId])).get(attemptId);
    if (!attempt) throw new Error(`there is no payout attempt ${attemptId}`);
    return attempt;
  }

  function track<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work);
    const done = (): void => void underWay.delete(work);
    work.then(done, done);
    return work;
  }

  jobs.define<{ attemptId: string }>({
    name: SEND_JOB,
    batchSize: JOBS_PER_POLL,
    handle: async ({ attemptId }) => void (await track(send(attemptId))),
  });
  jobs.define<{ attemptId: string }>({
    name: LOOKUP_JOB,
    batchSize: JOBS_PER_POLL,
    concurrency: 2,
    handle: ({ attemptId }) => track(lookUp(attemptId)),
  });
  jobs.schedule('payouts-sweep', '* * * * *', async () => {
    await accounts.first();
    const before = new Date(clock.now().getTime() - FORGOTTEN_AFTER_MS);
    const { unsent, due } = await findForgotten(database, before, 100);
    for (const id of unsent) await track(send(id));
    for (const id of due) await track(lookUp(id));
    await rechecks.sweep();
  });

  return {
    providerName: provider.name,
    refuses: (payout) => provider.refuses(payout),
    async create(tx, { payableId, amountPaise, beneficiaryName, destination }) {
      const now = clock.now();
      const ulid = newUlid(now);
      const attempt = await insertAttempt(tx, {
        id: `pay_${ulid}`,
        payableId,
        referenceId: `MNM${ulid}`,
        provider: provider.name,
        amountPaise,
        mode: modeFor(destination, amountPaise),
        beneficiaryName,
        destination,
        createdAt: now,
      });
      await jobs.enqueue(
        tx,
        SEND_JOB,
        { attemptId: attempt.id },
        { startAfter: new Date(now.getTime() + SEND_JOB_DELAY_MS) },
      );
      return attempt;
    },
    send: (attemptId) => track(send(attemptId)),
    lookUp: (attemptId) => track(lookUp(attemptId)),
    async lookUpSoon(attemptId, note) {
      const attempt = await transaction(database, async (tx) => {
        const row = await makeDue(tx, attemptId, clock.now(), distanceMs);
        if (row) await jobs.enqueue(tx, LOOKUP_JOB, { attemptId }, { startAfter: row.next_lookup_at ?? clock.now() });
        else await rechecks.plan(tx, (await current(attemptId)).reference_id, { isSigned: true });
        await note(tx);
        return row;
      });
      await track(attempt ? lookUp(attemptId) : rechecks.recheck(attemptId));
      return current(attemptId);
    },
    confirmNotPaid: (payableId, note) => track(rechecks.confirmNotPaid(payableId, note)),
    async hint(webhook) {
      const read = provider.parseWebhook(webhook);
      if (read === 'forged') return false;
      if (read !== undefined) await hintReference(read.referenceId, read);
      return true;
    },
    hintReference: (referenceId) => hintReference(referenceId, { isSigned: true }),
    firstAccount: () => accounts.first(),
    async isElsewhere(attempt) {
      await accounts.first();
      return accounts.whereabouts(attempt) !== 'here';
    },
    async declareNotPaid(tx, attemptId, by) {
      const row = await declareNotPaid(tx, attemptId, { by, at: clock.now(), provider });
      if (row) await settle(tx, row);
      return row;
    },
    declareElsewhere: (tx, attemptId, by) => declareElsewhere(tx, attemptId, by, clock.now()),
    balance,
    recentBalance: async () =>
      recent !== undefined && clock.now().getTime() - recent.at < BALANCE_KEPT_MS ? recent.balance : balance(),
    stop: async () => void (await Promise.allSettled(underWay)),
  };
}
