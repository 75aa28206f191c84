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
  release: ['withdrawal_hold', 'wallet'],
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

test('requires an owner for user accounts and forbids it for others', () => {
  const wrong = (account: PostingInput['account'], userId: number | null) => () =>
    assertJournal(journal('reversal', [{ ...line(account, -5), userId }, line('rewards_issue', 5)]));
  for (const account of ['wallet', 'withdrawal_hold'] as const) {
    expect(wrong(account, null)).toThrow(`has a ${account} with the wrong owner`);
    expect(wrong(account, 0)).not.toThrow();
  }
  for (const account of ['paid_out', 'forfeited', 'rewards_issue'] as const)
    expect(wrong(account, 7)).toThrow(`has a ${account} with the wrong owner`);
});

test('requires balance and at least two postings of whole non-zero amounts', () => {
  const reward =
    (...amounts: number[]) =>
    () =>
      assertJournal(
        journal(
          'reward',
          amounts.map((amount, index) => ({
            ...line(index === 0 ? 'rewards_issue' : 'wallet', 1),
            amount: amount as PostingInput['amount'],
          })),
        ),
      );
  expect(reward(-5, 5)).not.toThrow();
  expect(reward(-5, 2, 3)).not.toThrow();
  expect(reward(-5, 4)).toThrow('does not balance (sum -1, 2 postings)');
  expect(reward(5, 5)).toThrow('does not balance (sum 10, 2 postings)');
  expect(reward()).toThrow('does not balance (sum 0, 0 postings)');
  expect(reward(5)).toThrow('does not balance (sum 5, 1 postings)');
  for (const amount of [0, 0.5, Number.NaN, Infinity, 2 ** 53])
    expect(reward(-amount, amount)).toThrow(`has an amount of ${-amount}`);
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
