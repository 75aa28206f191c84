import { expect, test } from 'vitest';
import { coins } from '@muneem/contract/money';
import { transaction } from '#platform/database/index.ts';
import { listWalletEntries, postCreditsLater, type CreditInput } from '#features/ledger/index.ts';
import { createLedgerFixture } from './ledger-fixture.ts';

const ledger = await createLedgerFixture(4);
await ledger.open(1, 2, 3, 4, 5);

const credit = (key: string, userId: number, amount: number, more: Partial<CreditInput> = {}): CreditInput => ({
  kind: 'reward',
  key,
  actor: { kind: 'system', id: 'test', name: 'Test' },
  userId,
  amount: coins(amount),
  ...more,
});
const post = (...credits: CreditInput[]): Promise<void> =>
  transaction(ledger.database, async (tx) => postCreditsLater(tx, credits));

test('moves the wallets, and applies several credits of one wallet in the given order', async () => {
  await post(credit('a', 1, 5), credit('b', 1, 7), credit('b', 2, 1, { kind: 'referral' }));
  expect([await ledger.balance(1), await ledger.balance(2)]).toEqual([12, 1]);
  expect((await listWalletEntries(ledger.database, 1)).map(({ balanceAfter }) => balanceAfter)).toEqual([12, 5]);
});

test('skips a repeated credit and posts the new ones beside it', async () => {
  await post(credit('again', 3, 5));
  await post(credit('again', 3, 5), credit('new', 3, 2));
  await post(credit('again', 3, 5));
  expect(await ledger.balance(3)).toBe(7);
});

test('rejects different content for the same cause, and posts nothing beside it', async () => {
  await post(credit('once', 4, 5));
  await expect(post(credit('once', 4, 6), credit('beside', 4, 1))).rejects.toMatchObject({
    constraint: 'journal_once',
  });
  expect(await ledger.balance(4)).toBe(5);
});

test('rejects a credit for a wallet that is not open', async () => {
  await expect(post(credit('nobody', 99, 5))).rejects.toMatchObject({ constraint: 'journal_has_postings' });
  await expect(post(credit('beside-nobody', 5, 1), credit('nobody', 99, 5))).rejects.toThrow();
  expect(await ledger.balance(5)).toBe(0);
});

test('posts one cause once from twenty concurrent transactions', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => post(credit('race', 5, 3))));
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await ledger.balance(5)).toBe(3);
});
