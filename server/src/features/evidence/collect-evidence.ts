import { EVIDENCE_LIMIT, type EvidenceClick, type EvidenceEntry } from '@muneem/contract/evidence';
import type { Database } from '#platform/database/index.ts';
import { listPostbacksOfClick } from '#features/postbacks/index.ts';
import { listPolls } from '#features/smart-poll/index.ts';
import {
  findClick,
  listApprovedClaims,
  listAttempts,
  listConversions,
  listCredits,
  listDeliveries,
  listPostings,
  listReversals,
  type ClickRow,
  type ConversionRow,
  type CreditRow,
} from './evidence.repository.ts';
import * as entries from './evidence.mapper.ts';
import { listPayouts, listWithdrawalsSince } from './withdrawals-after.repository.ts';

export interface Evidence {
  readonly click: EvidenceClick | null;
  readonly timeline: EvidenceEntry[];
}

/** Limit of listed withdrawals after the first reward. Coins are fungible, so any of them may contain its coins. */
const WITHDRAWALS_SHOWN = 20;

/** Order of simultaneous entries: a cause before its effect. */
const ORDER: readonly EvidenceEntry['kind'][] = [
  'visit',
  'poll',
  'postback',
  'replay',
  'conversion',
  'claim',
  'reversal',
  'journal',
  'delivery',
  'withdrawal',
];

/** Builds a click's timeline from all features' records, oldest first. */
export async function collectEvidence(database: Database, clickId: string): Promise<Evidence> {
  const [click, { postbacks, replays }, polls] = await Promise.all([
    findClick(database, clickId),
    listPostbacksOfClick(database, clickId, EVIDENCE_LIMIT),
    listPolls(database, clickId),
  ]);
  const seen: EvidenceEntry[] = [
    ...postbacks.map(entries.ofPostback),
    ...replays.map(entries.ofReplay),
    ...polls.map(entries.ofPoll),
  ];
  if (!click) return { click: null, timeline: inOrder(seen) };
  const conversions = await listConversions(database, clickId, EVIDENCE_LIMIT);
  const ids = conversions.map(({ id }) => id);
  const [reversals, claims, credits, postings, deliveries, withdrawals] = await Promise.all([
    listReversals(database, clickId),
    listApprovedClaims(database, click),
    listCredits(database, ids),
    listPostings(
      database,
      clickId,
      conversions.map(({ eventId }) => eventId),
    ),
    listDeliveries(database, ids, EVIDENCE_LIMIT),
    withdrawalsAfter(database, click, conversions),
  ]);
  const attempts = await listAttempts(
    database,
    deliveries.map(({ id }) => id),
    EVIDENCE_LIMIT * 10,
  );
  return {
    click: toClick(click, conversions, credits),
    timeline: inOrder([
      entries.ofVisit(click),
      ...seen,
      ...conversions.map(entries.ofConversion),
      ...claims.map(entries.describeClaim),
      ...reversals.map((reversal) => entries.ofReversal(reversal, credits)),
      ...entries.ofPostings(postings),
      ...deliveries.map((delivery) => entries.ofDelivery(delivery, attempts)),
      ...withdrawals,
    ]),
  };
}

async function withdrawalsAfter(
  database: Database,
  { userId }: ClickRow,
  conversions: readonly ConversionRow[],
): Promise<EvidenceEntry[]> {
  const first = conversions.find(({ approvedAt }) => approvedAt !== null)?.approvedAt;
  if (userId === null || !first) return [];
  const rows = await listWithdrawalsSince(database, userId, first, WITHDRAWALS_SHOWN);
  const payouts = await listPayouts(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => entries.ofWithdrawal(row, payouts));
}

const inOrder = (timeline: readonly EvidenceEntry[]): EvidenceEntry[] =>
  timeline.toSorted((a, b) => a.at.localeCompare(b.at) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));

const toClick = (
  click: ClickRow,
  conversions: readonly ConversionRow[],
  credits: readonly CreditRow[],
): EvidenceClick => ({
  clickId: click.id,
  createdAt: click.createdAt.toISOString(),
  status: click.status,
  offerId: click.offerId,
  offerTitle: click.offerTitle,
  uid: click.uid,
  userName: click.userName,
  earnedCoins: conversions.filter(({ status }) => status === 'approved').reduce((sum, { coins }) => sum + coins, 0),
  owedCoins: credits.filter(({ status }) => status === 'owed').reduce((sum, { coins }) => sum + coins, 0),
});
