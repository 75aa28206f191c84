import { coins } from '@muneem/contract/money';
import { expect, test } from 'vitest';
import {
  assertJournal,
  requestHash,
  type JournalInput,
  type JournalKind,
  type PostingInput,
} from '#features/ledger/journal.ts';

/** Journals that no caller may build. */
const ACCOUNTS = ['wallet', 'withdrawal_hold', 'rewards_issue', 'paid_out', 'forfeited'] as const;
const ALLOWED: Readonly<Record<JournalKind, readonly string[]>> = {
  reward: ['rewards_issue', 'wallet'],
  referral: ['rewards_issue', 'wallet'],
  hold: ['wallet', 'withdrawal_hold'],
  settle: ['withdrawal_hold', 'paid_out'],
  release: ['withdrawal_hold', 'wallet', 'forfeited'],
  forfeit: ['wallet', 'forfeited'],
  reversal: ACCOUNTS,
};
const ownerOf = (account: PostingInput['account']): number | null =>
  account === 'wallet' || account === 'withdrawal_hold' ? 7 : null;
const line = (account: PostingInput['account'], amount: number, userId = ownerOf(account)): PostingInput => ({
  account,
  userId,
  amount: coins(amount),
});
const journal = (kind: JournalKind, postings: PostingInput[], reverses?: number): JournalInput => ({
  scope: 's',
  key: 'k',
  kind,
  actor: { kind: 'system', id: 'test', name: 'Test' },
  ...(reverses === undefined ? {} : { reverses }),
  postings,
});

test.each(Object.keys(ALLOWED) as JournalKind[])('allows %s to touch its own accounts only', (kind) => {
  for (const from of ACCOUNTS)
    for (const to of ACCOUNTS) {
      const check = () => assertJournal(journal(kind, [line(from, -5), line(to, 5)]));
      if (ALLOWED[kind].includes(from) && ALLOWED[kind].includes(to)) expect(check).not.toThrow();
      else expect(check).toThrow(/^journal s\/k \(\w+\) does not touch \w+$/);
    }
});

test('hashes kind, cause and each posting', () => {
  const base = journal('reversal', [line('wallet', -5), line('rewards_issue', 5)], 3);
  const hash = requestHash(base);
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect(requestHash({ ...base, key: 'other', reason: 'why', actor: { kind: 'admin', id: '1', name: 'A' } })).toBe(
    hash,
  );
  const others = [
    { ...base, kind: 'reward' as const },
    { ...base, reverses: 4 },
    journal('reversal', [line('wallet', -5), line('rewards_issue', 5)]),
    { ...base, postings: [line('wallet', -6), line('rewards_issue', 6)] },
    { ...base, postings: [line('wallet', -5, 8), line('rewards_issue', 5)] },
    { ...base, postings: [line('wallet', -5), line('forfeited', 5)] },
    { ...base, postings: [line('rewards_issue', 5), line('wallet', -5)] },
    { ...base, postings: [line('wallet', -5)] },
  ];
  expect(new Set([hash, ...others.map(requestHash)]).size).toBe(others.length + 1);
  // These keys are stored, so every later version must compute the same ones.
  expect(hash).toBe('e7d9b0c975ea4121479de22b5e2929e9');
});
