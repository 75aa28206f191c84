import { beforeEach, describe, expect, it } from 'vitest';
import { getBalances, getHeldCoins, listWalletEntries, postJournals } from '#features/ledger/index.ts';
import { sql, transaction } from '#platform/database/index.ts';
import { sized } from '#test/sized.ts';
import { createLedgerFixture, hold, reward } from './ledger-fixture.ts';

const CONNECTIONS = sized(64, 16);

const ledger = await createLedgerFixture(CONNECTIONS);

let user = 0;
beforeEach(async () => {
  user += 1;
  await ledger.open(user);
});

const code = (expected: string): unknown => expect.objectContaining({ code: expected });

describe('posting', () => {
  it('credits a reward once when 64 calls race', async () => {
    const posted = await Promise.all(Array.from({ length: 64 }, () => ledger.postOne(reward(`race-${user}`, user, 7))));
    expect(posted.filter((journal) => !journal.duplicate)).toHaveLength(1);
    expect(new Set(posted.map((journal) => journal.journalId)).size).toBe(1);
    expect(await ledger.balance(user)).toBe(7);
  });

  it('recognises repeats within a batch and of an earlier batch', async () => {
    const earlier = await ledger.postOne(reward(`b0-${user}`, user, 1));
    const posted = await ledger.post(
      reward(`b1-${user}`, user, 10),
      reward(`b0-${user}`, user, 1),
      reward(`b1-${user}`, user, 10),
      reward(`b2-${user}`, user, 100),
    );
    expect(posted.map((journal) => journal.duplicate)).toEqual([false, true, true, false]);
    expect(posted[1]?.journalId).toBe(earlier.journalId);
    expect(posted[2]?.journalId).toBe(posted[0]?.journalId);
    expect(await ledger.balance(user)).toBe(111);
  });

  it('rejects different content under a used key, within and across batches, and writes nothing', async () => {
    await ledger.postOne(reward(`mismatch-${user}`, user, 5));
    await expect(ledger.post(reward(`other-${user}`, user, 1), reward(`mismatch-${user}`, user, 6))).rejects.toEqual(
      code('idempotency_mismatch'),
    );
    await expect(ledger.post(reward(`twice-${user}`, user, 1), reward(`twice-${user}`, user, 2))).rejects.toEqual(
      code('idempotency_mismatch'),
    );
    expect(await ledger.balance(user)).toBe(5);
  });

  it('numbers the entries of a wallet without gaps, each with the balance after it', async () => {
    await ledger.post(reward(`n1-${user}`, user, 30), hold(`n2-${user}`, user, 20), reward(`n3-${user}`, user, 5));
    await ledger.postOne(reward(`n4-${user}`, user, 1));
    const entries = await listWalletEntries(ledger.database, user);
    expect(entries.map((entry) => [entry.sequence, entry.amount, entry.balanceAfter])).toEqual([
      [4, 1, 16],
      [3, 5, 15],
      [2, -20, 10],
      [1, 30, 30],
    ]);
    expect(entries[0]).toMatchObject({
      kind: 'reward',
      scope: 'conversion',
      key: `n4-${user}`,
      actorName: 'Test',
      reason: null,
    });
    expect(
      (await listWalletEntries(ledger.database, user, { limit: 2, before: 4 })).map((entry) => entry.sequence),
    ).toEqual([3, 2]);
  });

  it('moves nothing for a user without a wallet', async () => {
    await expect(ledger.postOne(reward(`nobody-${user}`, 999_999_999, 5))).rejects.toThrow('not open');
    expect(await ledger.database.query(sql`select 1 from journals where key = ${`nobody-${user}`}`)).toEqual([]);
  });

  it('does not deadlock when batches name the same wallets in opposite orders', async () => {
    const users = Array.from({ length: 12 }, (_, i) => 50_000 + i);
    await ledger.open(...users);
    let tries = 0;
    await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        transaction(ledger.database, async (tx) => {
          tries += 1;
          const order = n % 2 ? users : users.toReversed();
          await postJournals(
            tx,
            order.map((id) => reward(`dead-${n}-${id}`, id, 1)),
          );
        }),
      ),
    );
    expect(tries).toBe(32);
    expect([...(await getBalances(ledger.database, users)).values()]).toEqual(users.map(() => 32));
  });
});

describe('spending', () => {
  it('rejects more coins than the balance and writes nothing', async () => {
    await ledger.postOne(reward(`s-${user}`, user, 10));
    await expect(ledger.post(reward(`s2-${user}`, user, 1), hold(`s3-${user}`, user, 12))).rejects.toEqual(
      code('insufficient_coins'),
    );
    expect(await ledger.balance(user)).toBe(10);
    expect(await getHeldCoins(ledger.database, user)).toBe(0);
  });

  it('does not let a later credit of the same batch pay for a debit', async () => {
    await expect(ledger.post(hold(`early-${user}`, user, 5), reward(`late-${user}`, user, 5))).rejects.toEqual(
      code('insufficient_coins'),
    );
    expect(await ledger.balance(user)).toBe(0);
  });
});

it('leaves balanced books', () => ledger.expectBalance());
