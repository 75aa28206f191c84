import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { giveCoins } from '@muneem/sandbox/product';
import { runReconciliation } from '@muneem/contract/payouts';
import { verifyWithdrawal } from '@muneem/contract/withdrawals';
import type { AlertWorld } from './start-alert-world.ts';

/** One fault, and the alerts that it causes. `make` returns how to end it. */
export interface Fault {
  readonly name: string;
  readonly alerts: readonly string[];
  make(world: AlertWorld): Promise<(() => Promise<unknown> | void) | void>;
}

/** Repeats a call until the returned function is called. */
function repeat(everyMs: number, call: () => Promise<unknown>): () => void {
  const timer = setInterval(() => void call().catch(() => undefined), everyMs);
  return () => clearInterval(timer);
}

const wrongTokens: Fault = {
  name: 'an ad network sends a wrong token',
  alerts: ['MuneemPostbacksRefused'],
  make: async ({ product }) => repeat(200, () => fetch(`${product.url}/postback?token=wrong&event=install`)),
};

const difference: Fault = {
  name: 'a payout was made twice',
  alerts: ['MuneemReconciliationDifference'],
  async make({ admin, database }) {
    // As a look-up records it. A comparison with the statement does not close it.
    await database.pool.query(`
      insert into payout_differences (id, provider, kind, reference_id, made_at, first_seen_at, last_seen_at, last_run_id)
      values ('dif_drill', 'bulkpe', 'paid_twice', 'DRILL', now(), now(), now(), 'look-up')`);
    await admin.call(runReconciliation, {});
  },
};

const unknownPayout: Fault = {
  name: 'the provider never answers about a payout',
  alerts: ['MuneemPayoutUnknown'],
  async make({ admin, platform, provider }) {
    const uid = 'drill-user';
    const trackingUrl = 'https://network.example/?c={click_id}';
    await giveCoins({ platform, admin, people: [{ uid, name: 'Asha' }], coins: 500, trackingUrl });
    const { body } = await platform.requestWithdrawal({
      uid,
      coins: 200,
      paymentMethod: { type: 'upi', upiId: 'asha@okbank' },
    });
    const { withdrawalId: id } = body['withdrawal'] as { withdrawalId: string };
    provider.faults.set([{ fault: 'cut' }, { fault: 'http_503', call: 'fetchStatus' }]);
    // Approving waits for the provider. The answer says that the payment is being checked.
    await admin.call(verifyWithdrawal, { params: { id }, body: { approved: true } });
  },
};

const silentTarget: Fault = {
  name: 'a tracking company accepts calls and never answers',
  alerts: ['MuneemDeliveriesLate'],
  async make({ database }) {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await database.pool.query(
      `insert into custom_postbacks (id, offer_id, company_name, company_id, event_id, postback_url, target, timeout_ms, status)
       select 'cpb_drill', offer_id, 'Silent', 'silent', id, $1 || '/?c={click_id}', $1, 60000, 'active' from offer_events limit 1`,
      [url],
    );
    await database.pool.query(`
      insert into postback_deliveries (custom_postback_id, conversion_id, priority, macros)
      select 'cpb_drill', 'cnv_' || i, 1, '{"click_id":"C","event_name":"install"}' from generate_series(1, 500) i`);
    return async () => {
      await database.pool.query("update custom_postbacks set status = 'inactive' where id = 'cpb_drill'");
      silent.close();
    };
  },
};

const editedWallet: Fault = {
  name: 'a balance is edited by hand in the database',
  alerts: ['MuneemLedgerBreach'],
  async make({ database }) {
    await database.pool.query(`
      alter table wallets disable trigger wallets_move_with_postings;
      update wallets set balance = balance + 1;
      alter table wallets enable trigger wallets_move_with_postings`);
  },
};

const lockedTable: Fault = {
  name: 'a statement locks the table of users',
  alerts: ['MuneemPoolExhausted', 'MuneemErrors'],
  async make({ database, product, admin }) {
    const locker = await database.pool.connect();
    await locker.query('begin; lock table users in access exclusive mode');
    const headers = { authorization: `Bearer ${admin.token}` };
    const end = repeat(100, () => fetch(`${product.url}/api/users`, { headers }));
    return async () => {
      end();
      await locker.query('rollback');
      locker.release();
    };
  },
};

const stoppedDatabase: Fault = {
  name: 'the database is stopped',
  alerts: ['MuneemDatabaseUnread', 'MuneemPostbacksNotStored', 'MuneemCacheStale'],
  async make({ admin, postgres, database }) {
    const { rows } = await database.pool.query<{ id: string; offer: string }>(
      'select id, offer_id as offer from clicks limit 1',
    );
    const [click] = rows;
    if (click === undefined) throw new Error('no click was made');
    const { postbackUrls } = await admin.call(getPostbackUrls, { params: { id: click.offer } });
    const url = Object.values(postbackUrls)[0]?.url.replace('{click_id}', click.id) ?? '';
    await database.close();
    await postgres.stop();
    return repeat(200, () => fetch(url));
  },
};

const killedServer: Fault = {
  name: 'the server is killed',
  alerts: ['MuneemDown'],
  make: async ({ product }) => void (await product.kill()),
};

/** In an order in which no fault hides the next one. */
export const FAULTS: readonly Fault[] = [
  wrongTokens,
  difference,
  unknownPayout,
  silentTarget,
  editedWallet,
  lockedTable,
  stoppedDatabase,
  killedServer,
];
