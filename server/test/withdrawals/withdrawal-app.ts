import { expect } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import type { ReconciliationRun } from '@muneem/contract/payouts';
import type { WithdrawalView } from '@muneem/contract/withdrawals';
import { startPayoutProvider, type Fault, type FaultRule } from '@muneem/sandbox/payout-provider';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { buildUser } from '#test/builders/users.ts';
import { sandboxSettings } from '#test/payouts/test-provider.ts';
import { createTestApp, platformCaller, type TestApp } from '#test/test-app.ts';
import { withoutTriggers } from '#test/without-triggers.ts';
import { atTheEnd } from '#test/at-the-end.ts';

interface Problem {
  readonly code?: string;
  readonly errors?: Record<string, string>;
}

export interface DecisionBody {
  readonly success: boolean;
  readonly message: string;
  readonly withdrawal: WithdrawalView;
  readonly paymentResult?: { success: boolean; transactionId?: string; error?: string };
  readonly estimatedTime?: string;
}

/** Faults in which the provider pays, but its answer does not say so. */
export const UNCLEAR_FAULTS = [
  'cut',
  'cut_midway',
  'http_500',
  'html_200',
  'empty_200',
  'no_status',
  'unknown_status',
  'other_amount',
  'other_reference',
] as const;

/** No look-up succeeds until `endTest`: on a busy machine one may come before the answer to the payment. */
export const NO_LOOKUP = { fault: 'http_503', call: 'fetchStatus' } as const;

let keys = 0;

/**
 * Starts the app with an admin and a payout provider that speaks Bulkpe over real HTTP. In the end nothing was paid twice,
 * and the ledger balances, unless the file `breaksBooks`. @param isIdle without workers
 */
export async function startWithdrawalApp(
  settings: Readonly<Record<string, string>> = {},
  {
    isIdle = false,
    breaksBooks = false,
    ...options
  }: Parameters<typeof createTestApp>[1] & { readonly isIdle?: boolean; readonly breaksBooks?: boolean } = {},
) {
  const provider = await startPayoutProvider({ apiKey: 'bulkpe-key-1234' });
  atTheEnd(() => provider.close());
  const app = await createTestApp(
    {
      ...sandboxSettings(provider.url),
      PAYOUT_LOOKUP_DELAYS_S: '0.2,0.2,0.2,0.2',
      ...settings,
    },
    options,
  );
  const admin = await openAdminSession(app);
  await setPayoutKey(app, 'bulkpe-key-1234');
  if (!isIdle) await app.start();

  const { call } = app;
  /** Requests a withdrawal as the consumer app does. */
  const request = (body: object, key = `key-${(keys += 1)}`) =>
    call<{ withdrawal: { withdrawalId: string } } & Problem>(
      'POST',
      '/api/platform/withdrawals',
      body,
      platformCaller(key),
    );
  const verify = (id: string, body: object, session?: TestSession) =>
    call<DecisionBody & Problem>('POST', `/api/withdrawals/${id}/verify`, body, session);
  const find = async (id: string) =>
    (await call<{ withdrawal: WithdrawalView }>('GET', `/api/withdrawals/${id}`)).body.withdrawal;
  /** Creates a user with coins and one pending withdrawal. */
  const pending = async ({
    coins = 100,
    wallet = coins,
    method = { type: 'upi', upiId: 'asha@okbank' },
    name = 'Asha Rao',
  }: { coins?: number; wallet?: number; method?: object; name?: string } = {}) => {
    const user = await buildUser(app, { coins: wallet, name, email: 'asha@example.com' });
    const { status, body } = await request({ uid: user.uid, coins, paymentMethod: method });
    if (status !== 200) throw new Error(`the request was answered ${status}: ${JSON.stringify(body)}`);
    return { id: body.withdrawal.withdrawalId, uid: user.uid, userId: user.id };
  };
  const breaches = () => breachesOf(app);
  // A breach lasts, because rows only accumulate.
  if (!breaksBooks)
    atTheEnd(async () => {
      expect(await breaches()).toEqual([]);
      expect(provider.book.summary().doublePayouts).toBe(0);
    });
  return {
    app,
    admin,
    provider,
    call,
    request,
    verify,
    find,
    approve: (id: string, uid: string) => verify(id, { userId: uid, approved: true, verifiedBy: 'Admin' }),
    /** Waits until the withdrawal has this status. */
    until: (id: string, status: string): Promise<void> =>
      expect.poll(async () => (await find(id)).status, { timeout: 20_000 }).toBe(status),
    /** Compares our payments with the provider's statement, as an admin does. */
    async compare() {
      const last = async () =>
        (await call<{ lastRun: ReconciliationRun }>('GET', '/api/payouts/reconciliation')).body.lastRun;
      expect((await call('POST', '/api/payouts/reconciliation/run')).status).toBe(200);
      await expect.poll(async () => (await last()).status, { timeout: 15_000 }).not.toBe('running');
      return last();
    },
    /** Enters a paid transfer of the withdrawal into the provider's book, without a call of ours. */
    async bookPaid(id: string) {
      const order = { amountPaise: 10_000, mode: 'UPI', beneficiary: 'asha@okbank', beneficiaryName: 'Asha', note: '' };
      provider.book.accept({ ...order, reference: (await find(id)).referenceId ?? '' }, 'SUCCESS', 'Paid');
    },
    /** Returns the number of its transfers in the provider's book. */
    async transfersOf(id: string) {
      const { referenceId } = await find(id);
      return provider.book.list().filter(({ reference }) => reference === referenceId).length;
    },
    pending,
    /** Approves a new withdrawal. Its payment meets the fault, if one is given, and later calls the others. */
    async sent(fault?: Fault, ...others: FaultRule[]) {
      if (fault) provider.faults.set([{ fault, times: 1 }, ...others]);
      const requested = await pending();
      await verify(requested.id, { approved: true });
      return requested;
    },
    /** Returns when the account that sent the payment last answered that it does not know it. */
    async unheardAt(id: string) {
      const [row] = await app.database.query<{ unheardAt: Date | null }>(
        sql`select unheard_at from payout_attempts where payable_id = ${id}`,
      );
      return row?.unheardAt;
    },
    /** Makes the payment `hours` old. An unknown one then needs attention. */
    async age(id: string, hours: number) {
      await withoutTriggers(
        app.database,
        sql`
        update payout_attempts set sending_at = now() - ${hours} * interval '1 hour', last_call_at = now() - ${hours} * interval '1 hour',
          finished_at = finished_at - ${hours} * interval '1 hour', paid_at = paid_at - ${hours} * interval '1 hour',
          unpaid_since = unpaid_since - ${hours} * interval '1 hour', needs_attention = status = 'unknown', lookups = 9
        where payable_id = ${id}`,
      );
    },
    async balances(userId: number) {
      const [row] = await app.database.query<{ wallet: number; held: number }>(sql`
        select (select balance from wallets where user_id = ${userId}) as wallet,
               (select coalesce(sum(amount), 0)::bigint from postings where user_id = ${userId} and account = 'withdrawal_hold') as held`);
      return row ?? { wallet: NaN, held: NaN };
    },
    breaches,
    /** Switches all faults off. */
    endTest: () => provider.faults.set([]),
  };
}

/** Sets the payout key directly: a save with a mailed code would need a mailbox in every test. */
export async function setPayoutKey(app: TestApp, key: string): Promise<void> {
  const { createSecretBox } = await import('#platform/crypto/index.ts');
  const sealed = createSecretBox(app.config.APP_SECRET).seal(key, 'settings.bulkpe-api-key');
  await app.database.execute(sql`update settings set bulkpe_api_key_sealed = ${sealed}, version = version + 1`);
  await app.database.execute(sql`update cache_versions set version = version + 1 where topic = 'settings'`);
  for (let tries = 0; tries < 100; tries += 1) {
    const { body } = await app.call<{ settings: { bulkpeApiKey: string } }>('GET', '/api/settings');
    if (body.settings.bulkpeApiKey.endsWith(key.slice(-4))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the payout key did not become known');
}
