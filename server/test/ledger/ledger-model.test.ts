// covers own-7.26
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getBalances, type JournalInput } from '#features/ledger/index.ts';
import { inspectLedger, type LedgerCheckpoint } from '#features/ledger/inspect-ledger.ts';
import { sql } from '#platform/database/index.ts';
import { createRandom } from '#test/fuzz/seeded-random.ts';
import { sized } from '#test/sized.ts';
import {
  createLedgerFixture,
  forfeit,
  hold,
  release,
  reversal,
  reward,
  settle,
  type LedgerFixture,
} from './ledger-fixture.ts';

/**
 * Runs random operations on a real database and on a model in memory. After every operation (alone, or up to eight on
 * eight connections) both must agree and the ledger must balance. `LEDGER_SEEDS` and `LEDGER_OPERATIONS` lengthen a
 * run; `LEDGER_FIRST_SEED` repeats one.
 */
const SEEDS = Number(process.env['LEDGER_SEEDS'] ?? sized(64, 2));
const OPERATIONS = Number(process.env['LEDGER_OPERATIONS'] ?? 256);
const FIRST_SEED = Number(process.env['LEDGER_FIRST_SEED'] ?? 1);
const USERS = 4;
const CONNECTIONS = 8;

/** Small, because a full check follows every operation. */
const SEEDS_PER_DATABASE = 16;

let ledger: LedgerFixture;
let inspected: LedgerCheckpoint | undefined;
async function open(): Promise<void> {
  ledger = await createLedgerFixture(CONNECTIONS);
  inspected = undefined;
}
beforeAll(open);
afterAll(() => ledger.close());

interface Posted {
  readonly id: number;
  readonly content: string;
  readonly journal: JournalInput;
  resolved: boolean;
}

const REFUSALS = new Set(['insufficient_coins', 'idempotency_mismatch', 'wrong_state']);
const nameOf = ({ scope, key }: JournalInput): string => `${scope}/${key}`;
const contentOf = ({ kind, reverses, postings }: JournalInput): string => JSON.stringify([kind, reverses, postings]);

class Model {
  readonly balances = new Map<number, number>();
  readonly posted = new Map<string, Posted>();
  held = 0;

  /** The expected answer of a call that runs alone: whether each journal is a duplicate, or the error code. */
  foresee(journals: readonly JournalInput[]): boolean[] | string {
    const balances = new Map(this.balances);
    const seen = new Map([...this.posted].map(([name, { content }]) => [name, content]));
    const resolved = new Set([...this.posted.values()].filter((posted) => posted.resolved).map((posted) => posted.id));
    const fresh = journals.map((journal) => {
      const before = seen.has(nameOf(journal));
      if (!before) seen.set(nameOf(journal), contentOf(journal));
      return !before;
    });
    const reasons = new Set<string>();
    journals.forEach((journal, index) => {
      if (seen.get(nameOf(journal)) !== contentOf(journal)) reasons.add('idempotency_mismatch');
      if (!fresh[index]) return;
      if (journal.reverses !== undefined && resolved.has(journal.reverses)) reasons.add('wrong_state');
      if (journal.reverses !== undefined) resolved.add(journal.reverses);
      for (const { account, userId, amount } of journal.postings) {
        if (account !== 'wallet' || userId === null) continue;
        balances.set(userId, (balances.get(userId) ?? 0) + amount);
        if ((balances.get(userId) ?? 0) < 0) reasons.add('insufficient_coins');
      }
    });
    return reasons.size > 0 ? [...reasons].join(' or ') : fresh.map((isNew) => !isNew);
  }

  apply(journal: JournalInput, id: number): void {
    expect(this.posted.has(nameOf(journal)), `${nameOf(journal)} was posted before`).toBe(false);
    this.posted.set(nameOf(journal), { id, content: contentOf(journal), journal, resolved: false });
    for (const { account, userId, amount } of journal.postings) {
      if (account === 'wallet' && userId !== null) this.balances.set(userId, (this.balances.get(userId) ?? 0) + amount);
      if (account === 'withdrawal_hold') this.held += amount;
    }
    if (journal.reverses === undefined) return;
    const cause = [...this.posted.values()].find((posted) => posted.id === journal.reverses);
    expect(cause?.resolved, `journal ${journal.reverses} was resolved twice`).toBe(false);
    if (cause) cause.resolved = true;
  }
}

/** One call of one to four journals of any kind, often repeated, sometimes invalid. */
function invent(pick: (below: number) => number, model: Model, users: readonly number[], seed: number): JournalInput[] {
  const posted = [...model.posted.values()];
  const any = <T>(list: readonly T[]): T | undefined => list[pick(list.length)];
  const one = (): JournalInput => {
    const user = any(users) as number;
    const key = `${seed}-${pick(OPERATIONS)}`;
    const cause = any(posted.filter(({ journal }) => journal.kind === (pick(3) === 0 ? 'reward' : 'hold')));
    const amountOf = ({ journal }: Posted): number => Math.abs(journal.postings[0]?.amount ?? 0);
    const ownerOf = ({ journal }: Posted): number =>
      journal.postings.find(({ userId }) => userId !== null)?.userId as number;
    switch (pick(8)) {
      case 0:
      case 1:
        return hold(key, user, 1 + pick(60));
      case 2:
      case 3:
        if (cause?.journal.kind === 'hold')
          return (pick(2) ? settle : release)(key, cause.id, ownerOf(cause), amountOf(cause));
        if (cause) return reversal(key, cause.id, ownerOf(cause), amountOf(cause));
        break;
      case 4:
        if (posted.length > 0) return (any(posted) as Posted).journal;
        break;
      case 5:
        if (pick(3) === 0) return forfeit(key, user, Math.max(1, model.balances.get(user) ?? 0));
        break;
    }
    return reward(key, user, 1 + pick(50));
  };
  return Array.from({ length: pick(3) === 0 ? 1 + pick(4) : 1 }, one);
}

async function run(seed: number): Promise<void> {
  const pick = createRandom(seed).below;
  const users = Array.from({ length: USERS }, (_, n) => seed * 1_000 + n + 1);
  await ledger.open(...users);
  const model = new Model();
  for (const user of users) model.balances.set(user, 0);

  for (let done = 0; done < OPERATIONS;) {
    const together = pick(2) ? 1 : 1 + pick(Math.min(CONNECTIONS, OPERATIONS - done));
    const calls = Array.from({ length: together }, () => invent(pick, model, users, seed));
    const foreseen = together === 1 ? model.foresee(calls[0] as JournalInput[]) : undefined;
    const results = await Promise.allSettled(calls.map((journals) => ledger.post(...journals)));
    const where = `seed ${seed}, operation ${done + 1}`;
    const applied: { journal: JournalInput; id: number }[] = [];
    results.forEach((result, index) => {
      if (result.status === 'fulfilled') {
        result.value.forEach(({ journalId, duplicate }, at) => {
          if (!duplicate) applied.push({ journal: calls[index]?.[at] as JournalInput, id: journalId });
        });
        if (foreseen !== undefined)
          expect(
            result.value.map(({ duplicate }) => duplicate),
            where,
          ).toEqual(foreseen);
      } else {
        const { code } = result.reason as { code: string };
        expect(REFUSALS, `${where}: ${String(result.reason)}`).toContain(code);
        if (foreseen !== undefined) expect(String(foreseen), where).toContain(code);
      }
    });
    for (const { journal, id } of applied) model.apply(journal, id);
    await compare(model, users, where);
    done += together;
  }
}

/** Invariants after every operation: a query and its expected answer. */
async function compare(model: Model, users: readonly number[], where: string): Promise<void> {
  // The product's checker reads everything that is new since its last run.
  const inspecting = inspectLedger(ledger.database, { checkpoint: inspected });
  const balances = getBalances(ledger.database, users);
  const [stored] = await ledger.database.query<Record<keyof typeof NOTHING_WRONG | 'held' | 'journals', number>>(sql`
    with own as (select * from postings where user_id = any (${users}::bigint[])),
      entries as (
        select user_id, sequence, balance_after, sum(amount) over entry as replayed, row_number() over entry as nth
        from own where account = 'wallet' window entry as (partition by user_id order by sequence)
      ),
      mine as (select * from journals where id = any (array(select journal_id from own))),
      lines as (
        select journal_id, sum(amount) as sum, count(*) as n, max(line) as last
        from postings where journal_id = any (array(select journal_id from own)) group by 1
      )
    select coalesce((select sum(amount) from own where account = 'withdrawal_hold'), 0)::bigint as held,
      (select count(*) from mine) as journals,
      (select count(*) from lines where sum <> 0) as unbalanced,
      (select count(*) from lines where n < 2 or last <> n) as torn,
      (select count(*) from entries where balance_after <> replayed) as wrong_replays,
      (select count(*) from entries where sequence <> nth) as gaps,
      (select count(*) from wallets w where w.user_id = any (${users}::bigint[]) and w.balance < 0) as overdrawn,
      (select count(*) from wallets w left join (
        select user_id, sum(amount)::bigint as balance, count(*) as sequence from own where account = 'wallet' group by 1) e using (user_id)
        where w.user_id = any (${users}::bigint[])
          and (w.balance <> coalesce(e.balance, 0) or w.sequence <> coalesce(e.sequence, 0))) as wrong_wallets,
      (select count(*) from (select from own where account = 'withdrawal_hold' group by user_id having sum(amount) < 0) h) as negative_holds,
      (select count(*) from mine) - (select count(distinct (scope, key)) from mine) as repeats,
      (select count(*) from (select from mine where reverses is not null group by reverses having count(*) > 1) r) as resolved_twice`);
  expect(stored, where).toEqual({ ...NOTHING_WRONG, held: model.held, journals: model.posted.size });
  expect(Object.fromEntries(await balances), where).toEqual(Object.fromEntries(model.balances));
  const { breaches, totals, checkpoint } = await inspecting;
  inspected = checkpoint;
  expect(breaches, where).toEqual([]);
  expect(
    Object.values(totals).reduce((sum, { coins }) => sum + coins, 0),
    where,
  ).toBe(0);
}

/** Nine of the twelve invariants. The model covers holds, journals and balances. */
const NOTHING_WRONG = {
  unbalanced: 0,
  torn: 0,
  wrongReplays: 0,
  gaps: 0,
  overdrawn: 0,
  wrongWallets: 0,
  negativeHolds: 0,
  repeats: 0,
  resolvedTwice: 0,
};

it(
  `keeps every invariant after each of ${OPERATIONS} random operations, for ${SEEDS} seeds`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      await run(seed);
      expect((await inspectLedger(ledger.database)).breaches, `everything after seed ${seed}`).toEqual([]);
      if ((seed - FIRST_SEED) % SEEDS_PER_DATABASE !== SEEDS_PER_DATABASE - 1) continue;
      await ledger.close();
      await open();
    }
  },
  Math.max(120_000, SEEDS * OPERATIONS * 60),
);
