import { negate, type Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { assertJournal, requestHash, type JournalInput } from './journal.ts';
import { insertCreditsLater, type CreditRows } from './ledger.repository.ts';

/** A credit to a user's wallet. Idempotent per (kind, key). */
export interface CreditInput {
  readonly kind: 'reward' | 'referral';
  readonly key: string;
  readonly actor: Actor;
  readonly userId: number;
  /** Positive. */
  readonly amount: Coins;
}

/** Returns the journal of a credit. Its cause is (kind, key). */
const journalOfCredit = ({ kind, key, actor, userId, amount }: CreditInput): JournalInput => ({
  scope: kind,
  key,
  kind,
  actor,
  postings: [
    { account: 'rewards_issue', userId: null, amount: negate(amount) },
    { account: 'wallet', userId, amount },
  ],
});

/**
 * Posts credits with the transaction's next statement or its commit: the fast path of `postJournals`, without results.
 * Each cause at most once per call. A missing wallet, or a known cause with other content, fails the transaction.
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
