import { EVIDENCE_LIMIT, type EvidenceClick, type EvidenceEntry } from '@muneem/contract/evidence';
import type { Queryable } from '#platform/database/index.ts';
import { isoDates } from '#platform/http/index.ts';
import { listContradictionsOf, listConversionIds } from '#features/conversions/index.ts';
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
  'contradiction',
  'reversal',
  'journal',
  'delivery',
  'withdrawal',
];

/** Builds a click's timeline from all features' records, oldest first. */
export async function collectEvidence(q: Queryable, clickId: string): Promise<Evidence> {
  const [click, { postbacks, replays }, polls, ids] = await Promise.all([
    findClick(q, clickId),
    listPostbacksOfClick(q, clickId, EVIDENCE_LIMIT),
    listPolls(q, clickId),
    listConversionIds(q, clickId),
  ]);
  const seen: EvidenceEntry[] = [
    ...postbacks.map(entries.ofPostback),
    ...replays.map(entries.ofReplay),
    ...polls.map(entries.ofPoll),
  ];
  if (!click) return { click: null, timeline: inOrder(seen) };
  const conversions = await listConversions(q, ids, EVIDENCE_LIMIT);
  const [reversals, contradictions, claims, credits, postings, deliveries, withdrawals] = await Promise.all([
    listReversals(q, clickId),
    listContradictionsOf(q, { clickId }),
    listApprovedClaims(q, click),
    listCredits(q, ids),
    listPostings(
      q,
      clickId,
      conversions.map(({ eventId }) => eventId),
    ),
    listDeliveries(q, ids, EVIDENCE_LIMIT),
    withdrawalsAfter(q, click, conversions),
  ]);
  const attempts = await listAttempts(
    q,
    deliveries.map(({ id }) => id),
    EVIDENCE_LIMIT * 10,
  );
  return {
    click: toClick(click, conversions, credits),
    timeline: inOrder([
      entries.ofVisit(click),
      ...seen,
      ...conversions.map(entries.ofConversion),
      ...claims.map(entries.ofClaim),
      ...contradictions.map((row) => entries.ofContradiction(row, conversions)),
      ...reversals.map((reversal) => entries.ofReversal(reversal, conversions, credits, claims[0])),
      ...entries.ofPostings(postings),
      ...deliveries.map((delivery) => entries.ofDelivery(delivery, attempts)),
      ...withdrawals,
    ]),
  };
}

async function withdrawalsAfter(
  q: Queryable,
  { userId }: ClickRow,
  conversions: readonly ConversionRow[],
): Promise<EvidenceEntry[]> {
  const first = conversions.find(({ approvedAt }) => approvedAt !== null)?.approvedAt;
  if (userId === null || !first) return [];
  const rows = await listWithdrawalsSince(q, userId, first, WITHDRAWALS_SHOWN);
  const payouts = await listPayouts(
    q,
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
  ...isoDates(click),
  clickId: click.id,
  earnedCoins: conversions.filter(({ status }) => status === 'approved').reduce((sum, { coins }) => sum + coins, 0),
  owedCoins: credits.filter(({ status }) => status === 'owed').reduce((sum, { coins }) => sum + coins, 0),
  logSince: click.logSince !== null && click.logSince > click.createdAt ? click.logSince.toISOString() : null,
});
