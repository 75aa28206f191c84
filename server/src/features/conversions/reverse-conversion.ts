import { add, coins, type Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { findJournals, lockBalance, postJournals, type JournalInput } from '#features/ledger/index.ts';
import type { CatalogOffer, OfferCatalog } from '#features/offers/index.ts';
import { lockClaimsOfClicks, type PaidClaim } from './claimed-offers.repository.ts';
import { creditKey } from './conversion-effects.repository.ts';
import { closeContradictions } from './contradictions.repository.ts';
import { clickIdsOf, isRecorded, type ConversionInput, type ConversionRefusal } from './conversion.ts';
import { addDayCounts, lockDayCounts, releaseAddresses, releaseRewards, rewardedNetwork } from './limits.repository.ts';
import type { RecordConversions } from './record-conversions.ts';
import {
  decrementCompletedCount,
  insertReversedCredit,
  readReversible,
  reopenClick,
  removeCompletion,
  writeReversal,
  type ReversedCredit,
  type ReversibleConversion,
} from './reversals.repository.ts';
import { addSumChanges, reversalChanges } from './sum-changes.ts';

interface MovedCredit extends Pick<ReversedCredit, 'kind' | 'userId' | 'coins'> {
  readonly isTaken: boolean;
}

export interface ReversedConversion {
  readonly code: 'reversed';
  readonly conversionId: string;
  readonly clickId: string;
  readonly offerId: string;
  /** The offer's current name of the event. */
  readonly eventName: string;
  /** True if it was already reversed. Then nothing changed. */
  readonly isRepeat: boolean;
  /** Coins taken from wallets now. */
  readonly takenCoins: Coins;
  /** Coins still outstanding, because the wallets no longer have them. */
  readonly owedCoins: Coins;
  /** Each of these credits, completely taken or completely outstanding. */
  readonly credits: readonly MovedCredit[];
  /** The claim that paid the offer. Its coins stay. Null for a repeat. */
  readonly claim: PaidClaim | null;
}

export type ReversalVerdict = ReversedConversion | ConversionRefusal;

export type ReverseConversion = (tx: Tx, input: ConversionInput, reason: string) => Promise<ReversalVerdict>;

/**
 * Reverses one event of a click once, with the same checks and click lock as recording. One per transaction:
 * lock order is claim, click, user reward, cap counter, wallets, completion, offer. Why: docs/decisions/reversals.md
 * A reversal before its conversion leaves a rejected one, so the late conversion is not paid.
 */
export function createReverseConversion(dependencies: {
  recordConversions: RecordConversions;
  offers: OfferCatalog;
}): ReverseConversion {
  return async (tx, input, reason) => {
    const claims = await lockClaimsOfClicks(tx, clickIdsOf(input));
    const [recorded] = await dependencies.recordConversions(tx, [{ ...input, reversed: reason }]);
    if (!recorded) throw new Error('one conversion, but no verdict');
    if (!isRecorded(recorded)) return recorded;
    const { conversionId, clickId, offerId, eventName } = recorded;
    const claim = claims.get(clickId) ?? null;
    const conversion = await readReversible(tx, conversionId);
    const verdict = { code: 'reversed', conversionId, clickId, offerId, eventName } as const;
    const nothing: Omit<ReversedConversion, keyof typeof verdict | 'isRepeat'> = { ...NO_CREDITS, claim };
    if (conversion.isReversed) return { ...verdict, isRepeat: true, ...nothing, claim: null };
    const cameFirst = recorded.code === 'reversed';
    await writeReversal(tx, conversion, { at: input.at, reason, cameFirst });
    await closeContradictions(tx, conversionId, { at: input.at, by: input.actor.name });
    await releaseClaims(tx, conversion);
    if (cameFirst) return { ...verdict, isRepeat: false, ...nothing };

    addSumChanges(tx, reversalChanges(conversion, input.at));
    let moved = nothing;
    if (conversion.status === 'approved') {
      await decrementCapCounter(tx, conversion);
      moved = { ...(await reverseCredits(tx, conversion, input, reason)), claim };
      await reopenCompletedClick(tx, conversion, dependencies.offers.get(offerId));
    }
    return { ...verdict, isRepeat: false, ...moved };
  };
}

/** Reopens a click that this event completed. May remove its user from the offer's completedBy. */
async function reopenCompletedClick(
  tx: Tx,
  { clickId, offerId, eventId, userId }: ReversibleConversion,
  offer: CatalogOffer | undefined,
): Promise<void> {
  if (!offer?.requiredEventIds.includes(eventId)) return;
  if (!(await reopenClick(tx, clickId)) || userId === null) return;
  if (await removeCompletion(tx, offerId, userId)) await decrementCompletedCount(tx, offerId);
}

/** Frees the user's reward and the IP address: the conversion is no longer rewarded. */
async function releaseClaims(tx: Tx, conversion: ReversibleConversion): Promise<void> {
  const { id, eventId, clickIp, clickId, userId } = conversion;
  if (userId !== null) await releaseRewards(tx, [{ eventId, userId, clickId }]);
  if (clickIp !== null) await releaseAddresses(tx, [{ eventId, clickIp: rewardedNetwork(clickIp), conversionId: id }]);
}

async function decrementCapCounter(tx: Tx, { eventId, createdAt }: ReversibleConversion): Promise<void> {
  const day = kolkataDay(createdAt);
  const [count] = await lockDayCounts(tx, [eventId], [day]);
  if (count && count.approved > 0) addDayCounts(tx, [{ eventId, day, approved: -1 }]);
}

/** Reverses each credit completely or leaves it outstanding completely: a wallet never becomes negative. */
async function reverseCredits(
  tx: Tx,
  conversion: ReversibleConversion,
  { actor, at }: ConversionInput,
  reason: string,
): Promise<Pick<ReversedConversion, 'takenCoins' | 'owedCoins' | 'credits'>> {
  const journalKey = creditKey(conversion.clickId, conversion.eventId);
  const credits = [
    { kind: 'reward' as const, userId: conversion.userId, coins: conversion.rewardCoins },
    { kind: 'referral' as const, userId: conversion.referrerUserId, coins: conversion.referralCoins },
  ].filter((credit): credit is typeof credit & { userId: number } => credit.coins > 0 && credit.userId !== null);
  if (credits.length === 0) return NO_CREDITS;
  const journals = await findJournals(
    tx,
    credits.map(({ kind }) => kind),
    credits.map(() => journalKey),
  );
  const reversed = credits.map(({ kind, userId, coins: amount }, index): ReversedCredit => {
    const journal = journals.find(({ ordinal }) => ordinal === index);
    if (!journal) throw new Error(`the ${kind} of ${journalKey} has no journal`);
    return { journalId: journal.id, conversionId: conversion.id, kind, userId, coins: amount, journalKey };
  });
  const balances = new Map<number, number>();
  for (const userId of [...new Set(reversed.map((credit) => credit.userId))].sort((a, b) => a - b))
    balances.set(userId, await lockBalance(tx, userId));
  const taken = reversed.filter(({ userId, coins: amount }) => (balances.get(userId) ?? 0) >= amount);
  await postJournals(
    tx,
    taken.map((credit) => reversalOf(credit, actor, reason)),
  );
  const moved = reversed.map((credit) => ({ ...credit, isTaken: taken.includes(credit) }));
  for (const credit of moved) await insertReversedCredit(tx, credit, at, credit.isTaken);
  const sum = (isTaken: boolean): Coins =>
    add(coins(0), ...moved.filter((credit) => credit.isTaken === isTaken).map((credit) => credit.coins));
  return { takenCoins: sum(true), owedCoins: sum(false), credits: moved };
}

const NO_CREDITS = { takenCoins: coins(0), owedCoins: coins(0), credits: [] } as const;

/** Returns the credit's journal with every amount negated. */
export const reversalOf = (
  { kind, journalKey, journalId, userId, coins: amount }: ReversedCredit,
  actor: Actor,
  reason: string,
): JournalInput => ({
  scope: 'reversal',
  key: `${kind}:${journalKey}`,
  kind: 'reversal',
  actor,
  reason,
  reverses: journalId,
  postings: [
    { account: 'rewards_issue', userId: null, amount: coins(amount) },
    { account: 'wallet', userId, amount: coins(-amount) },
  ],
});
