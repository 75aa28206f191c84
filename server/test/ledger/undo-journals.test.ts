// covers own-7.27
import { beforeEach, describe, expect, it } from 'vitest';
import { getHeldCoins } from '#features/ledger/index.ts';
import { sql } from '#platform/database/index.ts';
import { sized } from '#test/sized.ts';
import { createLedgerFixture, hold, release, reversal, reward, settle, outcomes } from './ledger-fixture.ts';

/** `LEDGER_UNDONE=2000` runs the promised size. */
const UNDONE = Number(process.env['LEDGER_UNDONE'] ?? sized(2_000, 50));
const CONNECTIONS = sized(64, 16);

const ledger = await createLedgerFixture(CONNECTIONS);

let user = 0;
beforeEach(async () => {
  user += 1;
  await ledger.open(user);
});

describe('undoing', () => {
  const held = async (amount: number): Promise<number> => {
    await ledger.postOne(reward(`h-${user}`, user, amount));
    return (await ledger.postOne(hold(`h-${user}`, user, amount))).journalId;
  };

  it('settles or releases a hold, never both, when 64 calls race', async () => {
    const id = await held(90);
    const { done, codes } = await outcomes(
      Array.from({ length: 64 }, (_, n) =>
        ledger.postOne((n % 2 ? settle : release)(`end-${user}-${n}`, id, user, 90)),
      ),
    );
    expect(done).toBe(1);
    expect(codes).toEqual(new Set(['wrong_state']));
    expect(await getHeldCoins(ledger.database, user)).toBe(0);
    const [row] = await ledger.database.query<{ kind: string }>(sql`select kind from journals where reverses = ${id}`);
    expect(await ledger.balance(user)).toBe(row?.kind === 'release' ? 90 : 0);
  });

  it('returns the same answer to concurrent releases under one key', async () => {
    const id = await held(90);
    const posted = await Promise.all(
      Array.from({ length: 64 }, () => ledger.postOne(release(`same-${user}`, id, user, 90))),
    );
    expect(posted.filter((journal) => !journal.duplicate)).toHaveLength(1);
    expect(await ledger.balance(user)).toBe(90);
  });

  it(`reverses each of ${UNDONE} rewards once when four calls race for each`, async () => {
    const posted = await ledger.post(...Array.from({ length: UNDONE }, (_, n) => reward(`m-${user}-${n}`, user, 3)));
    const waiting = posted.flatMap(({ journalId }, n) => [1, 2, 3, 4].map((t) => ({ journalId, key: `${n}-${t}` })));
    const tries: Promise<unknown>[] = [];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        tries.push(ledger.postOne(reversal(`m-${user}-${next.key}`, next.journalId, user, 3)));
        await tries.at(-1)?.catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    const { done, codes } = await outcomes(tries);
    expect(done).toBe(UNDONE);
    // The last reversal empties the wallet, so a late second try may get either error.
    for (const refusal of codes) expect(['wrong_state', 'insufficient_coins']).toContain(refusal);
    expect(await ledger.balance(user)).toBe(0);
  }, 120_000);

  it('reverses only the credited amount, to the same owner', async () => {
    const { journalId } = await ledger.postOne(reward(`w-${user}`, user, 25));
    await expect(ledger.postOne(reversal(`w-${user}`, journalId, user, 24))).rejects.toMatchObject({
      constraint: 'journal_carries_its_cause',
    });
    const id = await held(90);
    await expect(ledger.postOne(release(`w-${user}`, id, user, 89))).rejects.toMatchObject({
      constraint: 'journal_carries_its_cause',
    });
    await ledger.open(user + 10_000);
    await expect(ledger.postOne(release(`x-${user}`, id, user + 10_000, 90))).rejects.toMatchObject({
      constraint: 'journal_carries_its_cause',
    });
  });

  it('releases only holds, and reverses only existing journals', async () => {
    const { journalId } = await ledger.postOne(reward(`y-${user}`, user, 25));
    await expect(ledger.postOne(settle(`y-${user}`, journalId, user, 25))).rejects.toMatchObject({
      constraint: 'journal_fits_its_cause',
    });
    await expect(ledger.postOne(reversal(`z-${user}`, 0, user, 25))).rejects.toMatchObject({
      constraint: 'journal_fits_its_cause',
    });
  });
});

it('leaves balanced books', () => ledger.expectBalance());
