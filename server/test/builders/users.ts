import { coins } from '@muneem/contract/money';
import type { NewUser } from '@muneem/contract/users';
import type { Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import { insertCorrection, postJournals } from '#features/ledger/index.ts';
import { createUser, type UserRow } from '#features/users/index.ts';
import type { TestApp } from '#test/test-app.ts';

const actor: Actor = { kind: 'system', id: 'test', name: 'Test' };
let made = 0;

/** A user, with coins in the wallet if the test asks for some. */
export async function buildUser(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  { coins: amount = 0, ...user }: Partial<NewUser> & { coins?: number } = {},
): Promise<UserRow> {
  made += 1;
  const key = `built-${made}`;
  return transaction(database, async (tx) => {
    const row = await createUser(tx, { clock }, { uid: key, ...user }, actor);
    if (amount > 0) {
      const [posted] = await postJournals(tx, [
        {
          scope: 'correction',
          key: `${key}-${row.uid}`,
          kind: 'reward',
          actor,
          postings: [
            { account: 'rewards_issue', userId: null, amount: coins(-amount) },
            { account: 'wallet', userId: row.id, amount: coins(amount) },
          ],
        },
      ]);
      await insertCorrection(tx, posted?.journalId as number, 'Coins of a test', clock.now());
    }
    return row;
  });
}

/** Moves wallet coins into a hold, as a withdrawal request does. @returns the hold's journal. */
export async function holdCoins(
  { database }: Pick<TestApp, 'database'>,
  userId: number,
  amount: number,
): Promise<number> {
  made += 1;
  const [posted] = await transaction(database, (tx) =>
    postJournals(tx, [
      {
        scope: 'test',
        key: `hold-${made}`,
        kind: 'hold',
        actor,
        postings: [
          { account: 'wallet', userId, amount: coins(-amount) },
          { account: 'withdrawal_hold', userId, amount: coins(amount) },
        ],
      },
    ]),
  );
  return posted?.journalId as number;
}
