import type { EvidenceEntry } from '@muneem/contract/evidence';
import { rupeesFromPaise } from '@muneem/contract/money';
import type { LoggedPostback } from '@muneem/contract/postbacks';
import type { SmartPoll } from '@muneem/contract/smart-poll';
import { isoDates } from '#platform/http/index.ts';
import { toContradiction, type ContradictionRow } from '#features/conversions/index.ts';
import type { listPostbacksOfClick } from '#features/postbacks/index.ts';
import type {
  AttemptRow,
  ClaimRow,
  ClickRow,
  ConversionRow,
  CreditRow,
  DeliveryRow,
  PostingRow,
  ReversalRow,
} from './evidence.repository.ts';
import type { PayoutRow, WithdrawalRow } from './withdrawals-after.repository.ts';

type Entry<Kind extends EvidenceEntry['kind']> = Extract<EvidenceEntry, { kind: Kind }>;
type Replay = Awaited<ReturnType<typeof listPostbacksOfClick>>['replays'][number];

export const ofVisit = (click: ClickRow): Entry<'visit'> => ({
  ...isoDates(click),
  kind: 'visit',
  at: click.createdAt.toISOString(),
  params: click.params ?? {},
});

export const ofPostback = (postback: LoggedPostback): Entry<'postback'> => ({
  ...postback,
  kind: 'postback',
  at: postback.receivedAt,
});

export const ofReplay = (replay: Replay): Entry<'replay'> => ({
  ...replay,
  kind: 'replay',
  at: replay.replayedAt.toISOString(),
});

export const ofPoll = (poll: SmartPoll): Entry<'poll'> => ({ ...poll, kind: 'poll', at: poll.askedAt });

export const ofConversion = (row: ConversionRow): Entry<'conversion'> => ({
  ...isoDates(row),
  kind: 'conversion',
  at: row.createdAt.toISOString(),
  conversionId: row.id,
  payout: rupeesFromPaise(row.totalPayoutPaise),
});

export const ofClaim = (row: ClaimRow): Entry<'claim'> => ({
  ...row,
  kind: 'claim',
  at: row.approvedAt.toISOString(),
  claimId: row.id,
});

export const ofContradiction = (
  row: ContradictionRow,
  conversions: readonly ConversionRow[],
): Entry<'contradiction'> => ({
  ...toContradiction(row),
  kind: 'contradiction',
  at: row.firstAt.toISOString(),
  event: conversions.find(({ id }) => id === row.conversionId)?.event ?? '',
});

export const ofReversal = (
  row: ReversalRow,
  conversions: readonly ConversionRow[],
  credits: readonly CreditRow[],
  claim: ClaimRow | undefined,
): Entry<'reversal'> => ({
  ...row,
  kind: 'reversal',
  at: row.reversedAt.toISOString(),
  event: conversions.find(({ id }) => id === row.conversionId)?.event ?? row.eventKey,
  credits: credits.filter(({ conversionId }) => conversionId === row.conversionId).map(isoDates),
  claim: claim ? { claimId: claim.id, coins: claim.coins } : null,
});

export const ofPostings = (rows: readonly PostingRow[]): Entry<'journal'>[] =>
  [...Map.groupBy(rows, ({ journalId }) => journalId).values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    return {
      ...first,
      kind: 'journal' as const,
      at: first.createdAt.toISOString(),
      journalKind: first.kind,
      by: first.actorName,
      postings: lines,
    };
  });

export const ofDelivery = (row: DeliveryRow, attempts: readonly AttemptRow[]): Entry<'delivery'> => ({
  ...isoDates(row),
  kind: 'delivery',
  at: row.createdAt.toISOString(),
  attempts: attempts.filter(({ deliveryId }) => deliveryId === row.id).map(isoDates),
});

/** For a role that may not see users, so neither their wallets nor their withdrawals. */
export const withoutWallets = (timeline: readonly EvidenceEntry[]): EvidenceEntry[] =>
  timeline
    .filter(({ kind }) => kind !== 'withdrawal')
    .map((entry) =>
      entry.kind === 'journal'
        ? { ...entry, postings: entry.postings.map((posting) => ({ ...posting, balanceAfter: null })) }
        : entry,
    );

export const ofWithdrawal = (row: WithdrawalRow, payouts: readonly PayoutRow[]): Entry<'withdrawal'> => ({
  ...isoDates(row),
  kind: 'withdrawal',
  at: row.createdAt.toISOString(),
  withdrawalId: row.id,
  amount: rupeesFromPaise(row.amountPaise),
  payouts: payouts.filter(({ withdrawalId }) => withdrawalId === row.id).map(isoDates),
});
