import { hash } from 'node:crypto';
import type { Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';

/** `wallet` and `withdrawal_hold` belong to a user; the others to the house. */
export type LedgerAccount = 'wallet' | 'withdrawal_hold' | 'rewards_issue' | 'paid_out' | 'forfeited';

export type JournalKind = 'reward' | 'referral' | 'hold' | 'settle' | 'release' | 'reversal' | 'forfeit';

export interface PostingInput {
  readonly account: LedgerAccount;
  /** The owner of a wallet or a hold; null for the accounts of the house. */
  readonly userId: number | null;
  /** Above 0: into the account. Below 0: out of it. */
  readonly amount: Coins;
}

export interface JournalInput {
  /** What kind of cause it is: `conversion`, `withdrawal`. */
  readonly scope: string;
  /** The cause itself; (scope, key) has one effect, however often it is posted. */
  readonly key: string;
  readonly kind: JournalKind;
  /** Who moved the coins: from the session or the system, never from a body. */
  readonly actor: Actor;
  readonly reason?: string;
  /** For `settle` and `release`: the journal of the hold. For `reversal`: the journal that is undone. Each at most once. */
  readonly reverses?: number;
  /** At least two, summing to 0. */
  readonly postings: readonly PostingInput[];
}

export interface PostedJournal {
  readonly journalId: number;
  /** True when the same (scope, key) with the same content was posted before: nothing was moved now. */
  readonly duplicate: boolean;
}

/** Which accounts each kind may touch. A reversal touches whatever the reversed journal did. */
const ACCOUNTS: Readonly<Record<JournalKind, readonly LedgerAccount[] | null>> = {
  reward: ['rewards_issue', 'wallet'],
  referral: ['rewards_issue', 'wallet'],
  hold: ['wallet', 'withdrawal_hold'],
  settle: ['withdrawal_hold', 'paid_out'],
  release: ['withdrawal_hold', 'wallet'],
  forfeit: ['wallet', 'forfeited'],
  reversal: null,
};

/** @throws Error for a journal that no caller of ours may ever build: it is a bug, not a refusal. */
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

/** 128 bits of SHA-256 over what the journal does, in hex. Who posts it and why may differ between repeats. */
export function requestHash({ kind, reverses, postings }: JournalInput): string {
  let text = `${kind} ${reverses ?? ''}`;
  for (const { account, userId, amount } of postings) text += ` ${account} ${userId ?? ''} ${amount}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}
