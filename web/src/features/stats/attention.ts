import { ATTENTION_COUNT_LIMIT, type Attention } from '@muneem/contract/stats';
import type { LinkProps } from '@tanstack/react-router';
import { formatCoins, formatCount, formatDateTime, formatNoun, formatRupees } from '#lib/format.ts';
import { copy } from './dashboard.copy.ts';

/** One item that needs attention, with the screen that handles it. */
export interface AttentionItem {
  readonly id: string;
  /** Red: money or the ledger is at risk. Yellow: users wait. */
  readonly color: 'red' | 'yellow';
  readonly title: string;
  readonly text: string;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  /** Hidden until the user asks for the rest. */
  readonly isFolded?: true;
}

const WITHDRAWALS = '/verify-withdrawals';
/** Failing postbacks that are always shown. */
const UNFOLDED_POSTBACKS = 5;

/** "12" or "More than 10,000": the count has a limit. */
const counted = (count: number): string =>
  count > ATTENTION_COUNT_LIMIT ? copy.attention.moreThan(formatCount(ATTENTION_COUNT_LIMIT)) : formatCount(count);

/** Returns the items that need an admin, most urgent first. */
export function attentionItems(attention: Attention): AttentionItem[] {
  const { ledgerBreach, stuckPayouts, failedPayouts, pendingWithdrawals, pendingClaims, openProblems } = attention;
  const words = copy.attention;
  const items: AttentionItem[] = [];
  if (ledgerBreach)
    items.push({
      id: 'ledger',
      color: 'red',
      title: words.ledger,
      text: words.ledgerText(formatDateTime(ledgerBreach.since)),
      link: { to: '/payouts' },
    });
  const { open, paidTwice } = attention.payoutDifferences;
  if (open > 0)
    items.push({
      id: 'differences',
      color: 'red',
      title: formatNoun(open, words.difference[0], words.difference[1]),
      text: paidTwice > 0 ? words.paidTwice(formatCount(paidTwice)) : words.differenceText,
      link: { to: '/payouts', search: { view: 'reconciliation' } },
    });
  const money = [
    // This filter shows only payments that need an admin, not all payments in progress.
    ['stuck', 'red', stuckPayouts, words.stuck, { to: '/payouts', search: { 'a-kind': 'unknown' } }],
    ['failed', 'red', failedPayouts, words.failed, { to: WITHDRAWALS, search: { status: 'payment_failed' } }],
    ['pending', 'yellow', pendingWithdrawals, words.pending, { to: WITHDRAWALS }],
  ] as const;
  for (const [id, color, { count, amount }, noun, link] of money)
    if (count > 0)
      items.push({ id, color, title: formatNoun(count, noun[0], noun[1]), text: formatRupees(amount), link });
  const { contradictions = 0 } = attention;
  if (contradictions > 0)
    items.push({
      id: 'contradictions',
      color: 'red',
      title: `${counted(contradictions)} ${contradictions === 1 ? words.contradiction : words.contradictions}`,
      text: words.contradictionsText,
      link: { to: '/contradictions' },
    });
  const { count: owed, coins } = attention.owedReversals;
  if (owed > 0)
    items.push({
      id: 'owed-reversals',
      color: 'red',
      title: formatNoun(owed, words.owed[0], words.owed[1]),
      text: words.owedText(formatCoins(coins)),
      link: { to: '/clicks' },
    });
  items.push(...failingPostbacks(attention), ...losingOffers(attention), ...unknownUsers(attention));
  if (pendingClaims > 0)
    items.push({
      id: 'claims',
      color: 'yellow',
      title: `${counted(pendingClaims)} ${pendingClaims === 1 ? words.claim : words.claims}`,
      text: words.claimsText,
      link: { to: '/verify-offer' },
    });
  if (openProblems > 0)
    items.push({
      id: 'problems',
      color: 'yellow',
      title: `${counted(openProblems)} ${openProblems === 1 ? words.problem : words.problems}`,
      text: words.problemsText,
      link: { to: '/problems', search: { status: 'open' } },
    });
  return items;
}

function failingPostbacks({ failingPostbacks: { total, worst } }: Attention): AttentionItem[] {
  const words = copy.attention;
  return worst.map((postback, index) => {
    const more = index === worst.length - 1 ? total - worst.length : 0;
    const state = postback.isPaused ? words.paused : words.failing(postback.failuresInRow);
    return {
      id: `postback-${postback._id}`,
      color: 'red',
      title: words.postback(postback.companyName),
      text: `${postback.offerTitle}: ${state}${more > 0 ? ` ${words.morePostbacks(formatCount(more))}` : ''}`,
      link: {
        to: '/postback-urls/$id',
        params: { id: postback.offerId },
        search: { tab: 'custom', company: postback.companyName },
      },
      ...(index >= UNFOLDED_POSTBACKS && { isFolded: true }),
    };
  });
}

function losingOffers({ losingOffers: { total, worst } }: Attention): AttentionItem[] {
  const words = copy.attention;
  return worst.map(({ offerId, offerTitle, revenue, payout, conversions }, index) => {
    const more = index === worst.length - 1 ? total - worst.length : 0;
    const text = words.losingText(formatRupees(revenue), formatRupees(payout), formatCount(conversions));
    return {
      id: `losing-${offerId}`,
      color: 'red',
      title: words.losing(offerTitle),
      text: more > 0 ? `${text} ${words.moreOffers(more)}` : text,
      link: { to: '/conversion-reports', search: { offer: offerId, by: 'event' } },
    };
  });
}

function unknownUsers({ unknownUsers: { total, worst } = { total: 0, worst: [] } }: Attention): AttentionItem[] {
  const words = copy.attention;
  return worst.map(({ offerId, offerTitle, isToday, clicks, unknown }, index) => {
    const more = index === worst.length - 1 ? total - worst.length : 0;
    const day = isToday ? words.today : words.yesterday;
    const text = words.unknownUsersText(formatCount(unknown), formatCount(clicks), day);
    return {
      id: `unknown-users-${offerId}`,
      color: 'yellow',
      title: words.unknownUsers(offerTitle),
      text: more > 0 ? `${text} ${words.moreOffers(more)}` : text,
      link: { to: '/postback-urls/$id', params: { id: offerId }, search: { tab: 'analytics' } },
    };
  });
}
