import type { EvidenceEntry } from '@muneem/contract/evidence';
import { rupeesFromPaise } from '@muneem/contract/money';
import type { LoggedPostback } from '@muneem/contract/postbacks';
import type { SmartPoll } from '@muneem/contract/smart-poll';
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

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const ofVisit = (click: ClickRow): Entry<'visit'> => ({
  kind: 'visit',
  at: click.createdAt.toISOString(),
  followedAt: iso(click.followedAt),
  ip: click.ip,
  userAgent: click.userAgent,
  upi: click.upi,
  subParams: click.subParams,
  params: click.params ?? {},
});

export const ofPostback = (postback: LoggedPostback): Entry<'postback'> => ({
  ...postback,
  kind: 'postback',
  at: postback.receivedAt,
});

export const ofReplay = ({ replayedAt, ...replay }: Replay): Entry<'replay'> => ({
  ...replay,
  kind: 'replay',
  at: replayedAt.toISOString(),
});

export const ofPoll = (poll: SmartPoll): Entry<'poll'> => ({ ...poll, kind: 'poll', at: poll.askedAt });

export const ofConversion = (row: ConversionRow): Entry<'conversion'> => ({
  kind: 'conversion',
  at: row.createdAt.toISOString(),
  conversionId: row.id,
  event: row.event,
  source: row.source,
  status: row.status,
  reason: row.reason,
  coins: row.coins,
  referralCoins: row.referralCoins,
  payout: rupeesFromPaise(row.totalPayoutPaise),
  approvedAt: iso(row.approvedAt),
  paidBy: row.paidBy,
});

export const describeClaim = ({ id, approvedAt, coins, promisedCoins, by }: ClaimRow): Entry<'claim'> => ({
  kind: 'claim',
  at: approvedAt.toISOString(),
  claimId: id,
  coins,
  promisedCoins,
  by,
});

export const ofReversal = (
  row: ReversalRow,
  conversions: readonly ConversionRow[],
  credits: readonly CreditRow[],
  claim: ClaimRow | undefined,
): Entry<'reversal'> => ({
  kind: 'reversal',
  at: row.reversedAt.toISOString(),
  conversionId: row.conversionId,
  event: conversions.find(({ id }) => id === row.conversionId)?.event ?? row.eventKey,
  reason: row.reason,
  statusBefore: row.statusBefore,
  coins: row.coins,
  referralCoins: row.referralCoins,
  credits: credits
    .filter(({ conversionId }) => conversionId === row.conversionId)
    .map(({ conversionId: _conversionId, owedSince, settledAt, ...credit }) => ({
      ...credit,
      owedSince: owedSince.toISOString(),
      settledAt: iso(settledAt),
    })),
  claim: claim ? { claimId: claim.id, coins: claim.coins } : null,
});

/** Groups the lines by journal. */
export const ofPostings = (rows: readonly PostingRow[]): Entry<'journal'>[] =>
  [...Map.groupBy(rows, ({ journalId }) => journalId).values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    return {
      kind: 'journal' as const,
      at: first.createdAt.toISOString(),
      journalId: first.journalId,
      journalKind: first.kind,
      reason: first.reason,
      by: first.actorName,
      postings: lines.map(({ account, uid, amount, balanceAfter }) => ({ account, uid, amount, balanceAfter })),
    };
  });

export const ofDelivery = (row: DeliveryRow, attempts: readonly AttemptRow[]): Entry<'delivery'> => ({
  kind: 'delivery',
  at: row.createdAt.toISOString(),
  conversionId: row.conversionId,
  postbackId: row.postbackId,
  companyName: row.companyName,
  status: row.status,
  finishedAt: iso(row.finishedAt),
  attempts: attempts
    .filter(({ deliveryId }) => deliveryId === row.id)
    .map(({ deliveryId: _deliveryId, startedAt, ...attempt }) => ({ ...attempt, startedAt: startedAt.toISOString() })),
});

export const ofWithdrawal = (row: WithdrawalRow, payouts: readonly PayoutRow[]): Entry<'withdrawal'> => ({
  kind: 'withdrawal',
  at: row.createdAt.toISOString(),
  withdrawalId: row.id,
  coins: row.coins,
  amount: rupeesFromPaise(row.amountPaise),
  status: row.status,
  finishedAt: iso(row.finishedAt),
  adminReason: row.adminReason,
  payouts: payouts
    .filter(({ withdrawalId }) => withdrawalId === row.id)
    .map(({ withdrawalId: _withdrawalId, createdAt, finishedAt, ...payout }) => ({
      ...payout,
      createdAt: createdAt.toISOString(),
      finishedAt: iso(finishedAt),
    })),
});
