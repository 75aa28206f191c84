import { hash } from 'node:crypto';
import { negate, type Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';

/** `wallet` and `withdrawal_hold` belong to a user, the others to the operator. */
export type LedgerAccount = 'wallet' | 'withdrawal_hold' | 'rewards_issue' | 'paid_out' | 'forfeited';

export type JournalKind = 'reward' | 'referral' | 'hold' | 'settle' | 'release' | 'reversal' | 'forfeit';

export interface PostingInput {
  readonly account: LedgerAccount;
  /** The owner of a wallet or hold. Null for the operator's accounts. */
  readonly userId: number | null;
  /** Positive: into the account. Negative: out of it. */
  readonly amount: Coins;
}

export interface JournalInput {
  /** The kind of cause: `conversion`, `withdrawal`. */
  readonly scope: string;
  /** Idempotency key: each (scope, key) has one effect. */
  readonly key: string;
  readonly kind: JournalKind;
  /** From the session or the system, never from a request body. */
  readonly actor: Actor;
  readonly reason?: string;
  /** The hold's journal for `settle` and `release`, the reversed one for `reversal`. Each at most once. */
  readonly reverses?: number;
  /** At least two, with sum 0. */
  readonly postings: readonly PostingInput[];
}

export interface PostedJournal {
  readonly journalId: number;
  /** True if (scope, key) was already posted with the same content. Then nothing moved. */
  readonly duplicate: boolean;
}

/** Accounts that each kind may touch. A reversal touches those of the reversed journal. */
const ACCOUNTS: Readonly<Record<JournalKind, readonly LedgerAccount[] | null>> = {
  reward: ['rewards_issue', 'wallet'],
  referral: ['rewards_issue', 'wallet'],
  hold: ['wallet', 'withdrawal_hold'],
  settle: ['withdrawal_hold', 'paid_out'],
  release: ['withdrawal_hold', 'wallet', 'forfeited'],
  forfeit: ['wallet', 'forfeited'],
  reversal: null,
};

/** The database refuses every other wrong journal. @throws Error if a kind touches a foreign account */
export function assertJournal({ scope, key, kind, postings }: JournalInput): void {
  const foreign = postings.find(({ account }) => ACCOUNTS[kind]?.includes(account) === false);
  if (foreign) throw new Error(`journal ${scope}/${key} (${kind}) does not touch ${foreign.account}`);
}

/** Hashes the journal's effect: 128 bits of SHA-256 in hex. Actor and reason may differ between repeats. */
export function requestHash({ kind, reverses, postings }: JournalInput): string {
  let text = `${kind} ${reverses ?? ''}`;
  for (const { account, userId, amount } of postings) text += ` ${account} ${userId ?? ''} ${amount}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}

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
    const { actor } = group[0] as CreditInput;
    tx.later(
      'ledger-post-credits',
      `select post_credits($1::journal_kind[], $2::text[], $3::uuid[], $4::bigint[], $5::bigint[], $6, $7, $8, $9)`,
      [
        group.map(({ kind }) => kind),
        group.map(({ key }) => key),
        group.map((credit) => requestHash(journalOfCredit(credit))),
        group.map(({ userId }) => userId),
        group.map(({ amount }) => amount),
        actor.kind,
        actor.id,
        actor.name,
        tx.now,
      ],
    );
  }
}
