// One process of the product in a payout simulation: the real use cases on a real database, with the simulation's
// clock. It may be killed at any moment. The next process continues with the database only.
import type { NodeAnswer, NodeCall, SimulatedNode, StoredWithdrawal } from '@muneem/sandbox/payout-simulation';
import { coins } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import { openDatabase, sql, transaction } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createOutboundHttp } from '#platform/outbound-http/index.ts';
import { checkLedger, insertCorrection, postJournals } from '#features/ledger/index.ts';
import { createPayouts } from '#features/payouts/index.ts';
import { createReconciliation } from '#features/payouts/reconcile-payouts.ts';
import { createUser } from '#features/users/index.ts';
import { openHolds, requestWithdrawal } from '#features/withdrawals/index.ts';
import { reviveWithdrawal, settleWithdrawal } from '#features/withdrawals/settle-withdrawal.ts';
import { approveWithdrawal, retryPayment } from '#features/withdrawals/approve-withdrawal.ts';
import { rejectWithdrawal, returnCoins } from '#features/withdrawals/reject-withdrawal.ts';
import { createTestProvider } from './test-provider.ts';
import { inParallel } from './in-parallel.ts';

const { DATABASE_URL = '', PROVIDER_URL = '', PROVIDER = 'bulkpe', API_KEY = '' } = process.env;
/** The provider is on this machine: it answers at once or never. */
const CALL_TIMEOUT_MS = 200;
const AT_ONCE = 10;
const COINS = 100;
const COMPARED_EVERY_MS = 2 * 3_600_000;
/** No time limits: on a busy machine the database answers late, and only the simulation ends a process. */
const CONNECT_TIMEOUT_MS = 60_000;

let now = new Date();
const clock = { now: () => now };
const logger = createLogger('silent');
const database = openDatabase({ connectionString: DATABASE_URL, max: 10, connectMs: CONNECT_TIMEOUT_MS }, logger);
const outbound = createOutboundHttp({ allow: ['127.0.0.0/8'], keepAlive: false });
const http: typeof outbound = { ...outbound, send: (call) => outbound.send({ ...call, timeoutMs: CALL_TIMEOUT_MS }) };
const jobs = { enqueue: () => Promise.resolve() };
const provider = createTestProvider(PROVIDER, { http, baseUrl: PROVIDER_URL, apiKey: API_KEY });
const payouts = createPayouts({
  database,
  clock,
  logger,
  provider,
  lookupDelaysS: [90, 300, 900, 3600],
  settle: settleWithdrawal,
  revive: reviveWithdrawal,
  notifyPaidTwice: () => Promise.resolve(),
});
const comparison = createReconciliation({
  database,
  clock,
  logger,
  provider,
  payouts,
  notifyPaidTwice: () => Promise.resolve(),
});
let comparedAt: number | undefined;
const dependencies = { database, clock, payouts, jobs, coinsPerRupee: 1, settings: { current: () => ({}) } as never };
const admin: Actor = { kind: 'admin', id: '1', name: 'Admin' };

/** A process that is killed before never compares with the statement. */
async function compareEveryFewHours(): Promise<void> {
  comparedAt ??= now.getTime();
  if (now.getTime() - comparedAt < COMPARED_EVERY_MS) return;
  comparedAt = now.getTime();
  await comparison.job.handle();
}

/** Ignores a decision that came too late or too early. The next step decides. */
const ignoreIfDecided = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError && ['wrong_state', 'unavailable'].includes(error.code))) throw error;
  });
};

const node: Omit<SimulatedNode, 'kill'> = {
  async request(from, to) {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    await inParallel(numbers, AT_ONCE, async (number) => {
      const uid = `sim-${number}`;
      await transaction(database, async (tx) => {
        const user = await createUser(tx, { clock }, { uid }, admin);
        const [posted] = await postJournals(tx, [
          {
            scope: 'correction',
            key: uid,
            kind: 'reward',
            actor: admin,
            postings: [
              { account: 'rewards_issue', userId: null, amount: coins(-COINS) },
              { account: 'wallet', userId: user.id, amount: coins(COINS) },
            ],
          },
        ]);
        await insertCorrection(tx, posted?.journalId as number, 'Coins of the simulation', now);
      });
      await requestWithdrawal(dependencies, {
        uid,
        coins: coins(1 + (number % COINS)),
        paymentMethod: { type: 'upi', upiId: `u${number}@okbank` },
        actor: admin,
      });
    });
  },
  async decide(approve, reject) {
    const decision = { actor: admin, adminReason: null };
    const rejecting = new Set(reject);
    await inParallel([...new Set([...approve, ...reject])], AT_ONCE, (id) =>
      Promise.all([
        ...(approve.includes(id) ? [ignoreIfDecided(approveWithdrawal(dependencies, id, {}, decision))] : []),
        ...(rejecting.has(id) ? [ignoreIfDecided(rejectWithdrawal(dependencies, id, {}, decision))] : []),
      ]),
    );
  },
  payAgain: (ids) => inParallel(ids, AT_ONCE, (id) => ignoreIfDecided(retryPayment(dependencies, id, admin))),
  returnCoins: (ids) =>
    inParallel(ids, AT_ONCE, (id) =>
      ignoreIfDecided(returnCoins(dependencies, id, { actor: admin, adminReason: null })),
    ),
  async tick() {
    while ((await payouts.callDue()) > 0);
    await compareEveryFewHours();
  },
  async hint(webhook, signature) {
    const known = await payouts.hint({ body: { ...webhook }, rawBody: JSON.stringify(webhook), signature });
    if (!known) throw new Error('forged');
  },
  async undecided(ids) {
    const rows = await database.query<{ id: string }>(
      sql`select id from withdrawals where id = any (${ids}::text[]) and status = 'pending' order by created_at, id`,
    );
    return rows.map(({ id }) => id);
  },
  open: () => list(true),
  async books() {
    const [ledger] = await database.query<Record<'issued' | 'wallets' | 'held' | 'paidOut', number>>(sql`
      select (select -coalesce(sum(amount), 0)::bigint from postings where account = 'rewards_issue') as issued,
        (select coalesce(sum(balance), 0)::bigint from wallets) as wallets,
        (select coalesce(sum(amount), 0)::bigint from postings where account = 'withdrawal_hold') as held,
        (select coalesce(sum(amount), 0)::bigint from postings where account = 'paid_out') as paid_out`);
    const { breaches } = await checkLedger(database, { clock, openHolds });
    return { withdrawals: await list(false), ledger: { ...ledger!, breaches } };
  },
};

const list = (open: boolean): Promise<StoredWithdrawal[]> =>
  database.query<StoredWithdrawal>(sql`
    select w.id, w.upi_id as beneficiary, w.coins, w.amount_paise, w.status,
      coalesce(a.needs_attention, false) as named
    from withdrawals w left join payout_attempts a on a.id = w.last_attempt_id
    where not ${open} or w.status not in ('completed', 'rejected') order by w.created_at, w.id`);

process.on('message', (call: NodeCall) => {
  now = new Date(call.now);
  const send = (answer: NodeAnswer): void => void process.send?.(answer);
  (node[call.name] as (...args: readonly unknown[]) => Promise<unknown>)(...call.args).then(
    (value) => send({ id: call.id, value }),
    (error: unknown) =>
      send({ id: call.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.send?.({ ready: true } satisfies NodeAnswer);
