import type { Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { assertJournal, requestHash, type JournalInput } from './journal.ts';
import { insertCreditsLater, type CreditRows } from './ledger.repository.ts';

/** Coins from the house into a user's wallet. Its cause (kind, key) has one effect, however often it is posted. */
export interface CreditInput {
  readonly kind: 'reward' | 'referral';
  readonly key: string;
  readonly actor: Actor;
  readonly userId: number;
  /** Above 0. */
  readonly amount: Coins;
}

/** The journal that a credit is: (kind, key) is its cause. */
export const journalOfCredit = ({ kind, key, actor, userId, amount }: CreditInput): JournalInput => ({
  scope: kind,
  key,
  kind,
  actor,
  postings: [
    { account: 'rewards_issue', userId: null, amount: -amount as Coins },
    { account: 'wallet', userId, amount },
  ],
});

/**
 * Posts any number of credits with the transaction's next statement or its commit: the hot way of `postJournals`, with
 * the same effect and no answer. Each cause at most once in a call. A wallet that is not open, and a cause that was
 * posted before with other content, fail the transaction; the same content again moves nothing.
 */
export function postCreditsLater(tx: Tx, credits: readonly CreditInput[]): void {
  for (const group of Map.groupBy(credits, ({ actor }) => `${actor.kind}\n${actor.id}\n${actor.name}`).values()) {
    const rows: CreditRows = { kinds: [], keys: [], hashes: [], userIds: [], amounts: [] };
    for (const credit of group) {
      const journal = journalOfCredit(credit);
      assertJournal(journal);
      rows.kinds.push(credit.kind);
      rows.keys.push(credit.key);
      rows.hashes.push(requestHash(journal));
      rows.userIds.push(credit.userId);
      rows.amounts.push(credit.amount);
    }
    insertCreditsLater(tx, rows, (group[0] as CreditInput).actor);
  }
}
