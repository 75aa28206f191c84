import { coins, type Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { networkOf } from '#platform/http/index.ts';
import { findJournals, lockBalance, postJournals, type JournalInput } from '#features/ledger/index.ts';
import type { CatalogOffer, OfferCatalog } from '#features/offers/index.ts';
import { lockClaimsOfClicks, noteClaimReversal, type PaidClaim } from './claimed-offers.repository.ts';
import { addRollups } from './conversion-effects.repository.ts';
import { creditKey, startOfKolkataHour } from './conversion-effects.ts';
import { isRecorded, type ConversionInput, type ConversionRefusal } from './conversion.ts';
import { addDayCounts, lockDayCounts, releaseAddresses } from './limits.repository.ts';
import type { RecordConversions } from './record-conversions.ts';
import {
  countCompletionDown,
  insertReversedCredit,
  readReversible,
  reopenClick,
  withdrawCompletion,
  writeReversal,
  type ReversedCredit,
  type ReversibleConversion,
} from './reversals.repository.ts';

export interface ReversedConversion {
  readonly code: 'reversed';
  readonly conversionId: string;
  readonly offerId: string;
  /** As the offer calls it now. */
  readonly eventName: string;
  /** It was reversed before; nothing was changed now. */
  readonly isRepeat: boolean;
  /** Taken back from wallets now. */
  readonly takenCoins: Coins;
  /** Owed by wallets that no longer have them. */
  readonly owedCoins: Coins;
  /** That paid the offer: its coins stay, and a person is told. Of a repeat null. */
  readonly claim: PaidClaim | null;
}

export type ReversalVerdict = ReversedConversion | ConversionRefusal;

/** `reason` stands on the conversion from now on. */
export type ReverseConversion = (tx: Tx, input: ConversionInput, reason: string) => Promise<ReversalVerdict>;

/**
 * Takes one event of a click back, once, whatever it had become: the same checks and the same lock on the click as for
 * recording it. One in a transaction, so that the locks keep their order: claim, click, cap counter, wallets, completion,
 * offer, rollups. A replay, which records and takes back several in one, has locked the claims of all of them before
 * (`lockClaimsOfClicks`); what else of it crosses with others is a deadlock, after which it is done again.
 * One that comes before its conversion leaves a rejected conversion, which keeps the late one from being paid.
 */
export function createReverseConversion(deps: {
  recordConversions: RecordConversions;
  offers: OfferCatalog;
}): ReverseConversion {
  return async (tx, input, reason) => {
    const claim = (await lockClaimsOfClicks(tx, [input.clickId])).get(input.clickId) ?? null;
    const [recorded] = await deps.recordConversions(tx, [{ ...input, reversed: reason }]);
    if (!recorded) throw new Error('one conversion, but no verdict');
    if (!isRecorded(recorded)) return recorded;
    const { conversionId, offerId, eventName } = recorded;
    const conversion = await readReversible(tx, conversionId);
    const verdict = { code: 'reversed', conversionId, offerId, eventName } as const;
    const nothing = { takenCoins: coins(0), owedCoins: coins(0), claim };
    if (conversion.isReversed) return { ...verdict, isRepeat: true, ...nothing, claim: null };
    const cameFirst = recorded.code === 'reversed';
    await writeReversal(tx, conversion, { at: input.at, reason, cameFirst });
    if (claim) await noteClaimReversal(tx, conversionId, claim.id, input.at);
    await giveAddressBack(tx, conversion);
    if (cameFirst) return { ...verdict, isRepeat: false, ...nothing };

    let moved = nothing;
    if (conversion.status === 'approved') {
      await giveCapBack(tx, conversion);
      moved = { ...(await takeCoinsBack(tx, conversion, input, reason)), claim };
      await stepBack(tx, conversion, deps.offers.get(offerId));
    }
    moveRollups(tx, conversion);
    return { ...verdict, isRepeat: false, ...moved };
  };
}

/** A click that this event helped to complete is open again; its user may leave the offer's completedBy. */
async function stepBack(
  tx: Tx,
  { clickId, offerId, eventId, userId }: ReversibleConversion,
  offer: CatalogOffer | undefined,
): Promise<void> {
  if (!offer?.requiredEventIds.includes(eventId)) return;
  if (!(await reopenClick(tx, clickId)) || userId === null) return;
  if (await withdrawCompletion(tx, offerId, userId)) await countCompletionDown(tx, offerId);
}

/** One conversion is rewarded per event and IP address, and this one is no longer rewarded. */
async function giveAddressBack(tx: Tx, { id, eventId, clickIp }: ReversibleConversion): Promise<void> {
  if (clickIp !== null) await releaseAddresses(tx, [{ eventId, network: networkOf(clickIp), conversionId: id }]);
}

/** The counter is the number of the day's approved conversions, so the place is free again. */
async function giveCapBack(tx: Tx, { eventId, createdAt }: ReversibleConversion): Promise<void> {
  const day = kolkataDay(createdAt);
  const [count] = await lockDayCounts(tx, [eventId], [day]);
  if (count && count.approved > 0) addDayCounts(tx, [{ event_id: eventId, day, approved: -1 }]);
}

/** Each credit is taken back whole, or owed whole: a wallet never falls below nothing. */
async function takeCoinsBack(
  tx: Tx,
  conversion: ReversibleConversion,
  { actor, at }: ConversionInput,
  reason: string,
): Promise<{ takenCoins: Coins; owedCoins: Coins }> {
  const journalKey = creditKey(conversion.clickId, conversion.eventId);
  const credits = [
    { kind: 'reward' as const, userId: conversion.userId, coins: conversion.rewardCoins },
    { kind: 'referral' as const, userId: conversion.referrerId, coins: conversion.referralCoins },
  ].filter((credit): credit is typeof credit & { userId: number } => credit.coins > 0 && credit.userId !== null);
  if (credits.length === 0) return { takenCoins: coins(0), owedCoins: coins(0) };
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
  let owedCoins = 0;
  let takenCoins = 0;
  for (const credit of reversed) {
    const isTaken = taken.includes(credit);
    await insertReversedCredit(tx, credit, at, isTaken);
    if (isTaken) takenCoins += credit.coins;
    else owedCoins += credit.coins;
  }
  return { takenCoins: coins(takenCoins), owedCoins: coins(owedCoins) };
}

/** The credit's journal with every sign turned. */
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

/** From its status to `rejected`, in the hour to which it belongs. */
function moveRollups(tx: Tx, conversion: ReversibleConversion): void {
  const { status, userPayoutPaise, referralPayoutPaise, rewardCoins, referralCoins } = conversion;
  if (status === 'rejected') return;
  const place = {
    hour: startOfKolkataHour(conversion.createdAt),
    offerId: conversion.offerId,
    eventKey: conversion.eventKey,
    source: conversion.source,
  };
  addRollups(tx, [
    {
      ...place,
      status,
      conversions: -1,
      userPayoutPaise: -userPayoutPaise,
      totalPayoutPaise: -(userPayoutPaise + referralPayoutPaise),
      coins: -(rewardCoins + referralCoins),
    },
    { ...place, status: 'rejected', conversions: 1, userPayoutPaise: 0, totalPayoutPaise: 0, coins: 0 },
  ]);
}
