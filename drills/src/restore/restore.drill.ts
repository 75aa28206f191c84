import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { login, verifyOtp } from '@muneem/contract/auth';
import { callRoute } from '@muneem/contract/http';
import { verifyWithdrawal } from '@muneem/contract/withdrawals';
import { startMailbox } from '@muneem/sandbox/mailbox';
import { startPayoutProvider } from '@muneem/sandbox/payout-provider';
import { createPlatformClient, giveCoins, setPayoutKey, signInAdmin, startProduct } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { startEmbeddedPostgres, useEmbeddedPostgres } from '@muneem/server/platform/embedded-postgresql/index.ts';
import { openDatabase, sql, type Database } from '@muneem/server/platform/database/index.ts';
import { createLogger } from '@muneem/server/platform/logger/index.ts';
import { judge, line } from '../report.ts';
import { startLoad, type Acknowledged } from './load.ts';
import { operate } from './operator.ts';
import { rehearseRefusals } from './refusals.ts';

const ADMIN = { email: 'admin@muneem.example', password: 'restore-drill' };
const PAYOUT_KEY = 'restore-drill-payout-key';
const PLATFORM_API_KEY = 'restore-drill-platform-key';
const TRACKING_URL = 'https://network.example/?c={click_id}';
const FIRST_PORT = 9_260;

export interface RestoreSize {
  /** Rows that make the database large before the load. */
  readonly clicks: number;
  /** Duration of the load before and after the chosen second. */
  readonly loadS: number;
}
const FULL: RestoreSize = { clicks: 1_000_000, loadS: 15 };

/**
 * Backs up a real server under load, goes on, restores it to a chosen second elsewhere, and compares every acknowledged
 * conversion. A withdrawal that is paid after that second must be refused in the copy and named to the operator.
 */
export async function rehearseRestore(size: RestoreSize = FULL): Promise<boolean> {
  const root = await mkdtemp(join(tmpdir(), 'muneem-restore-'));
  const dataDir = join(root, 'original');
  const backupDir = join(root, 'backups');
  const mailbox = await startMailbox();
  const provider = await startPayoutProvider({ apiKey: PAYOUT_KEY });
  const settings = {
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: mailbox.smtpUrl,
    PLATFORM_API_KEY,
    BULKPE_BASE_URL: provider.url,
    EGRESS_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  };
  try {
    const product = await startProduct({ port: await freePort(FIRST_PORT), settings });
    const { url } = product;
    const admin = await signInAdmin({ url, mailbox, ...ADMIN });
    await setPayoutKey(admin, mailbox, ADMIN.email, PAYOUT_KEY);
    const platform = createPlatformClient({ url, key: PLATFORM_API_KEY });
    await giveCoins({
      platform,
      admin,
      people: [{ uid: 'asha', name: 'Asha' }],
      coins: 500,
      trackingUrl: TRACKING_URL,
    });
    await growDatabase(dataDir, size.clicks);
    const { body } = await platform.requestWithdrawal({
      uid: 'asha',
      coins: 200,
      paymentMethod: { type: 'upi', upiId: 'asha@okbank' },
    });
    const { withdrawalId } = body['withdrawal'] as { withdrawalId: string };

    const load = await startLoad(admin, platform);
    await delay(size.loadS * 500);
    const backup = await operate('backup', [backupDir], settings);
    line(`backup: ${(backup.stdout || backup.stderr).trim()}`);
    await delay(size.loadS * 1_000);
    const chosen = new Date();
    await delay(size.loadS * 1_000);
    // The original pays after the chosen second.
    await admin.call(verifyWithdrawal, { params: { id: withdrawalId }, body: { approved: true } });
    await load.stop();
    await product.stop();
    line(`load: ${load.acknowledged.length} conversions acknowledged; the chosen second is ${chosen.toISOString()}`);

    const copyDir = join(root, 'copy');
    const copySettings = { ...settings, DATA_DIR: copyDir, BACKUP_DIR: '' };
    const restore = await operate('restore', [backupDir, '--at', chosen.toISOString()], copySettings);
    line(`restore: ${(restore.stdout || restore.stderr).trim()}`);
    const checked = await operate('verify-ledger', [], copySettings);
    const results = [
      judge('s for the backup under load', backup.code === 0 ? backup.seconds : Infinity, '≤', 600),
      judge('s for the restore with its recovery', restore.code === 0 ? restore.seconds : Infinity, '≤', 600),
      judge('exit code of verify-ledger on the copy', checked.code, '≤', 0),
      ...(await compare(copyDir, load.acknowledged, chosen)),
      await rehearseCopy({ copySettings, copyDir, withdrawalId }),
      judge('times the withdrawal was paid', provider.book.list().length, '≤', 1),
      await rehearseRefusals({ root, dataDir, backupDir }),
    ];
    return results.every(Boolean);
  } finally {
    await provider.close();
    await mailbox.close();
    await rm(root, { recursive: true, force: true });
  }
}

async function withDatabase<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase({ connectionString: url, max: 1 }, createLogger('error'));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Adds old clicks, as a server has them after some months. */
async function growDatabase(dataDir: string, clicks: number): Promise<void> {
  const { superuserUrl } = await useEmbeddedPostgres({ dataDir });
  await withDatabase(superuserUrl, (database) =>
    database.execute(sql`
      insert into clicks (id, created_at, offer_id, user_id, status, p1, upi, click_ip, user_agent, followed_at)
      select '01DRILL' || lpad(i::text, 19, '0'), now(), (select id from offers limit 1), (select id from users limit 1), 'clicked',
        'asha@okicici', 'asha@okicici', '203.0.113.7', 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36', now()
      from generate_series(1, ${clicks}::int) i`),
  );
}

async function compare(copyDir: string, acknowledged: readonly Acknowledged[], chosen: Date): Promise<boolean[]> {
  const server = await startEmbeddedPostgres({ dataDir: copyDir });
  try {
    const stored = await withDatabase(server.superuserUrl, async (database) => {
      const rows = await database.query<{ clickId: string }>(sql`select click_id from conversions`);
      return new Set(rows.map(({ clickId }) => clickId));
    });
    const before = acknowledged.filter(({ answeredAt }) => answeredAt <= chosen.getTime());
    const after = acknowledged.filter(({ sentAt }) => sentAt > chosen.getTime());
    const has = ({ clickId }: Acknowledged): boolean => stored.has(clickId);
    line(`${before.length} conversions were acknowledged before the chosen second, ${after.length} were sent after it`);
    return [
      judge('acknowledged conversions compared', Math.min(before.length, after.length), '≥', 1),
      judge('acknowledged conversions lost', before.filter((it) => !has(it)).length, '≤', 0),
      judge('later conversions in the copy', after.filter(has).length, '≤', 0),
    ];
  } finally {
    await server.stop();
  }
}

interface Copy {
  readonly copySettings: Readonly<Record<string, string>>;
  readonly copyDir: string;
  readonly withdrawalId: string;
}

/** Signs in to the copy by the mail in its outbox. It must not pay, and the operator must learn of the lost payment. */
async function rehearseCopy({ copySettings, copyDir, withdrawalId }: Copy): Promise<boolean> {
  const copy = await startProduct({ port: await freePort(FIRST_PORT), settings: copySettings });
  try {
    const visitor = { baseUrl: copy.url, fetch, token: () => undefined };
    await callRoute(visitor, login, { body: ADMIN });
    const outbox = join(copyDir, 'outbox');
    const [mail = ''] = await readdir(outbox);
    const otp = /\b\d{6}\b/.exec(await readFile(join(outbox, mail), 'utf8'))?.[0] ?? '';
    const { token } = await callRoute(visitor, verifyOtp, { body: { email: ADMIN.email, otp, remember: false } });
    const answer = await fetch(`${copy.url}/api/withdrawals/${withdrawalId}/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ approved: true }),
    });
    const shown = await operate('confirm-restore', [], copySettings);
    line(`confirm-restore:\n${(shown.stdout + shown.stderr).trim().replaceAll(/^/gm, '  ')}`);
    const named = Number(/made (\d+) transfers/.exec(shown.stdout)?.[1] ?? 0);
    return [
      judge('status of an approval in the unconfirmed copy', answer.status, '≥', 503),
      judge('payments after the chosen second that the operator learns of', named, '≥', 1),
    ].every(Boolean);
  } finally {
    await copy.stop();
  }
}
