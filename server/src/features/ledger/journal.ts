import { hash } from 'node:crypto';
import type { Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';

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
  release: ['withdrawal_hold', 'wallet'],
  forfeit: ['wallet', 'forfeited'],
  reversal: null,
};

/** @throws Error for a journal that is a programming error */
export function assertJournal(journal: JournalInput): void {
  const accounts = ACCOUNTS[journal.kind];
  let sum = 0;
  for (const { account, userId, amount } of journal.postings) {
    if (accounts && !accounts.includes(account)) throw invalid(journal, `does not touch ${account}`);
    if ((account === 'wallet' || account === 'withdrawal_hold') !== (userId !== null))
      throw invalid(journal, `has a ${account} with the wrong owner`);
    if (!Number.isSafeInteger(amount) || amount === 0) throw invalid(journal, `has an amount of ${amount}`);
    sum += amount;
  }
  if (sum !== 0 || journal.postings.length < 2)
    throw invalid(journal, `does not balance (sum ${sum}, ${journal.postings.length} postings)`);
}

const invalid = (journal: JournalInput, what: string): Error =>
  new Error(`journal ${journal.scope}/${journal.key} (${journal.kind}) ${what}`);

/** Hashes the journal's effect: 128 bits of SHA-256 in hex. Actor and reason may differ between repeats. */
export function requestHash({ kind, reverses, postings }: JournalInput): string {
  let text = `${kind} ${reverses ?? ''}`;
  for (const { account, userId, amount } of postings) text += ` ${account} ${userId ?? ''} ${amount}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}
