import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { login, verifyOtp } from '@muneem/contract/auth';
import { callRoute } from '@muneem/contract/http';
import { verifyWithdrawal } from '@muneem/contract/withdrawals';
import { startMailbox } from '@muneem/sandbox/mailbox';
import { startPayoutProvider } from '@muneem/sandbox/payout-provider';
import {
  createPlatformClient,
  giveCoins,
  setPayoutKey,
  signInAdmin,
  startProduct,
  type Product,
} from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { startEmbeddedPostgres, useEmbeddedPostgres } from '@muneem/server/platform/embedded-postgresql/index.ts';
import { sql } from '@muneem/server/platform/database/index.ts';
import { withDatabase } from '../check-database.ts';
import { followManual } from '../operating.ts';
import { until } from '../programs.ts';
import { judge, line } from '@muneem/bench/report.ts';
import { startLoad, type Acknowledged } from './load.ts';
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

/** Runs a block of the manual in the drill's folders. */
type Follow = (
  name: string,
  settings: Readonly<Record<string, string>>,
) => Promise<{ readonly output: string; readonly seconds: number }>;

/**
 * Backs up a real server under load, goes on, restores it to a chosen second elsewhere, and compares every acknowledged
 * conversion. A withdrawal that is paid after that second must be refused in the copy and named to the operator.
 */
export async function rehearseRestore(size: RestoreSize = FULL): Promise<boolean> {
  const root = await mkdtemp(join(tmpdir(), 'muneem-restore-'));
  const dataDir = join(root, 'original');
  const backupDir = join(root, 'backups');
  const copyDir = join(root, 'copy');
  const follow: Follow = async (name, environment) => {
    const instead = { '/var/lib/muneem-copy': copyDir, '/var/lib/muneem': dataDir, '/backups/muneem': backupDir };
    const startedAt = performance.now();
    const output = (await followManual(name, { environment, instead }))
      .replaceAll(/^(> .*|npm warn .*|)\n/gm, '')
      .trim();
    return { output, seconds: (performance.now() - startedAt) / 1_000 };
  };
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
    const request = async (coins: number): Promise<string> => {
      const paymentMethod = { type: 'upi', upiId: 'asha@okbank' } as const;
      const { body } = await platform.requestWithdrawal({ uid: 'asha', coins, paymentMethod });
      return (body['withdrawal'] as { withdrawalId: string }).withdrawalId;
    };
    const withdrawalId = await request(200);

    const load = await startLoad(admin, platform);
    await delay(size.loadS * 500);
    const backup = await follow('backup', settings);
    line(`backup: ${backup.output}`);
    await delay(size.loadS * 1_000);
    const chosen = new Date();
    await delay(size.loadS * 1_000);
    // The original pays after the chosen second, also a withdrawal that the copy will never see.
    for (const id of [withdrawalId, await request(100)])
      await admin.call(verifyWithdrawal, { params: { id }, body: { approved: true } });
    await load.stop();
    await product.stop();
    line(`load: ${load.acknowledged.length} conversions acknowledged; the chosen second is ${chosen.toISOString()}`);

    const copySettings = { ...settings, DATA_DIR: copyDir, BACKUP_DIR: '', PAYOUT_LOOKUP_DELAYS_S: '1' };
    // The block also runs verify-ledger, which fails it on a breach.
    const restore = await follow('restore', { ...copySettings, RESTORE_TO: chosen.toISOString() });
    line(`restore: ${restore.output}`);
    const results = [
      judge('s for the backup under load', backup.seconds, '≤', 600),
      judge('s for the restore, its recovery and verify-ledger', restore.seconds, '≤', 600),
      ...(await compare(copyDir, load.acknowledged, chosen)),
      ...(await rehearseCopy({ copySettings, copyDir, withdrawalId, follow })),
      judge('transfers of both withdrawals', provider.book.list().length, '≤', 2),
      await rehearseRefusals({ root, dataDir, backupDir }),
    ];
    return results.every(Boolean);
  } finally {
    await provider.close();
    await mailbox.close();
    await rm(root, { recursive: true, force: true });
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
  readonly follow: Follow;
}

/**
 * Signs in to the copy by the mail in its outbox. It must not pay before the confirmation, and the operator must learn of
 * the lost payment. Then replaces the copy's secret.
 */
async function rehearseCopy({ copySettings, copyDir, withdrawalId, follow }: Copy): Promise<boolean[]> {
  const start = async (): Promise<Product> =>
    startProduct({ port: await freePort(FIRST_PORT), settings: copySettings });
  let copy = await start();
  try {
    const token = await signInByOutbox(copy.url, copyDir);
    const ask = async (
      method: 'GET' | 'POST',
      path: string,
      body?: object,
    ): Promise<[number, Record<string, unknown>]> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${copy.url}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return [answer.status, (await answer.json()) as Record<string, unknown>];
    };
    const withdrawal = `/withdrawals/${withdrawalId}`;
    const [held] = await ask('POST', `${withdrawal}/verify`, { approved: true });
    const { output } = await follow('show-restore', copySettings);
    line(`confirm-restore:\n${output.replaceAll(/^/gm, '  ')}`);
    const referenceOf = (amount: string): string => output.match(`${amount}  SUCCESS  (\\S+)`)?.[1] ?? '';
    const reference = referenceOf('₹200.00');
    const recorded = await follow('record-payment', {
      ...copySettings,
      WITHDRAWAL: withdrawalId,
      REFERENCE: reference,
    });
    line(`  ${recorded.output}`);
    const unseen = { USER_ID: 'asha', REFERENCE: referenceOf('₹100.00'), UPI_ID: 'asha@okbank' };
    line(`  ${(await follow('record-unseen-payment', { ...copySettings, ...unseen })).output}`);
    await follow('confirm-restore', copySettings);
    await until('the payment of the original is settled in the copy', async () => {
      await ask('POST', `${withdrawal}/look-up`, {});
      const [, { withdrawal: now }] = await ask('GET', withdrawal);
      return (now as { status: string }).status === 'completed';
    });

    await follow('rotate-secret-file', copySettings);
    await copy.stop();
    copy = await start();
    const rotated = await follow('rotate-secret', copySettings);
    line(`rotate-secret: ${rotated.output}`);
    await copy.stop();
    copy = await start();
    const [signedIn] = await ask('GET', withdrawal);
    return [
      judge('status of an approval in the unconfirmed copy', held, '≥', 503),
      judge('payments after the chosen second that the operator learns of', reference === '' ? 0 : 1, '≥', 1),
      judge('status of a call with the session from before the new secret', signedIn, '≤', 200),
    ];
  } finally {
    await copy.stop();
  }
}

/** A copy that is not confirmed mails nothing: the code is in a file. */
async function signInByOutbox(url: string, copyDir: string): Promise<string> {
  const visitor = { baseUrl: url, fetch, token: () => undefined };
  await callRoute(visitor, login, { body: ADMIN });
  const outbox = join(copyDir, 'outbox');
  const [mail = ''] = await readdir(outbox);
  const otp = /\b\d{6}\b/.exec(await readFile(join(outbox, mail), 'utf8'))?.[0] ?? '';
  return (await callRoute(visitor, verifyOtp, { body: { email: ADMIN.email, otp, remember: false } })).token;
}
