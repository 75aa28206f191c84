import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createSecretBox } from '#platform/crypto/index.ts';
import { openHashKey, serverName } from '#platform/stored-secrets/index.ts';
import { sql } from '#platform/database/index.ts';
import { callAs, enrol } from '#test/auth/account-app.ts';
import { createAuthApp, EMAIL, PASSWORD } from '#test/auth/auth-app.ts';
import { createSecondNode } from '#test/test-app.ts';
import { commandHere, type Ended } from '#test/operator-commands.ts';
import { holdLock } from '#test/hold-lock.ts';

const NEW_SECRET = 'the new secret of the operator, long enough';
const OFFERS = 400;

/** A server of the same database that runs with both secrets. */
let second: Awaited<ReturnType<typeof createSecondNode>>;

const app = await createAuthApp({}, { now: new Date().toISOString() });
const token = await app.signIn();
await app.start();
const enrolled = await enrol(app, token);
const old = createSecretBox(app.config.APP_SECRET);
for (let i = 0; i < OFFERS; i += 1) {
  const id = `ofr_${i}`;
  const sealed = old.seal(`token of offer ${i}`, `offer:${id}:postback-token`);
  await app.database.execute(sql`
    insert into offers (id, title, description, coins, type, requirements, tracking_url, postback_token_sealed)
    values (${id}, 'Offer', 'Offer', 1, 'install', 'None', 'https://network.example/?c={click_id}', ${sealed})`);
}
const environment = {
  DATABASE_URL: app.serverDatabase.pool.options.connectionString!,
  APP_SECRET: NEW_SECRET,
  APP_SECRET_PREVIOUS: app.config.APP_SECRET,
};

const rotate = (more: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  commandHere('rotate-secret', [], { ...environment, ...more });

async function countOld(): Promise<number> {
  const box = createSecretBox(NEW_SECRET);
  const rows = await app.database.query<{ id: string; sealed: string }>(
    sql`select id, postback_token_sealed as sealed from offers`,
  );
  return rows.filter(({ id, sealed }) => {
    try {
      box.open(sealed, `offer:${id}:postback-token`);
      return false;
    } catch {
      return true;
    }
  }).length;
}

test('refuses a server whose secret decrypts nothing, with one line', async () => {
  // A database of 1.0.0 has no hash key. A wrong secret must not create it.
  const [kept] = await app.database.query<{ sealed: string }>(sql`delete from hash_key returning sealed`);
  const start = createSecondNode(app, { APP_SECRET: NEW_SECRET });
  await expect(start).rejects.toThrow(
    'APP_SECRET (or app-secret in DATA_DIR) is not the secret that encrypted this database; start with that one',
  );
  expect(await app.database.query(sql`select 1 from hash_key`)).toEqual([]);
  await app.database.execute(sql`insert into hash_key (sealed) values (${kept!.sealed})`);
});

test('serves with both secrets before anything is encrypted again', async () => {
  second = await createSecondNode(app, { APP_SECRET: NEW_SECRET, APP_SECRET_PREVIOUS: app.config.APP_SECRET });
  await second.must('GET', '/api/auth/verify', undefined, { headers: { authorization: `Bearer ${token}` } });
});

test('refuses while a server runs that encrypts with another secret, also if it knows the new one', async () => {
  const asServer = { connectionString: environment['DATABASE_URL'] };
  const { APP_SECRET } = app.config;
  for (const application_name of [
    'muneem',
    serverName({ APP_SECRET }),
    serverName({ APP_SECRET, APP_SECRET_PREVIOUS: NEW_SECRET }),
  ]) {
    const server = new Client({ ...asServer, application_name });
    await server.connect();
    expect(await rotate()).toMatchObject({
      code: 2,
      stderr:
        'rotate-secret: a running server does not encrypt with the new APP_SECRET: restart it with the old one as APP_SECRET_PREVIOUS, then repeat this command\n',
    });
    await server.end();
  }
  expect(await countOld()).toBe(OFFERS);
});

test('resumes after it was killed, while a server runs that encrypts with the new secret', async () => {
  const server = new Client({
    connectionString: environment['DATABASE_URL'],
    application_name: serverName({ APP_SECRET: NEW_SECRET, APP_SECRET_PREVIOUS: app.config.APP_SECRET }),
  });
  await server.connect();
  const path = fileURLToPath(new URL('../../src/rotate-secret.ts', import.meta.url));
  // The command waits for this row, however fast it is.
  const held = await holdLock(app.database, `select 1 from offers where id = 'ofr_200' for update`);
  const killed = spawn(process.execPath, [path], { env: { ...process.env, ...environment }, stdio: 'ignore' });
  while ((await countOld()) === OFFERS) if (killed.exitCode !== null) throw new Error('it ended early');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await held.release();
  const left = await countOld();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(OFFERS);
  const { code, stdout } = await rotate();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^\d+ secrets were encrypted with the new APP_SECRET\. 0 are left\.\nRemove APP_SECRET_PREVIOUS/,
  );
  expect(await countOld()).toBe(0);
  await server.end();
  expect((await rotate()).stdout).toContain('0 secrets were encrypted with the new APP_SECRET. 0 are left.');
  const audited = await app.database.query<{ entityId: string }>(
    sql`select distinct entity_id from audit_log where action = 'secrets.rotate' order by 1`,
  );
  expect(audited.map(({ entityId }) => entityId)).toEqual([
    'admin_authenticators.secret_sealed',
    'hash_key.sealed',
    'offers.postback_token_sealed',
    'settings.security_token_sealed',
  ]);
});

test('knows every column with an encrypted secret', async () => {
  const columns = await app.database.query<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed' order by 1`);
  expect(columns.map(({ name }) => name)).toEqual([
    'admin_authenticators.secret_sealed',
    'custom_postbacks.auth_sealed',
    'hash_key.sealed',
    'offers.postback_token_sealed',
    'proposals.call_sealed',
    'settings.bulkpe_api_key_sealed',
    'settings.old_security_token_sealed',
    'settings.security_token_sealed',
  ]);
});

test('serves with the new secret alone: hashes, the authenticator app and recovery codes stay valid', async () => {
  await second.stop();
  second = await createSecondNode(app, { APP_SECRET: NEW_SECRET });
  const signIn = async (otp: string): Promise<number> => {
    const headers = { 'x-forwarded-for': '198.18.0.7' };
    const login = { email: EMAIL, password: PASSWORD };
    await second.call('POST', '/api/auth/login', login, { headers });
    const payload = { email: EMAIL, otp };
    return (await second.call('POST', '/api/auth/verify-otp', payload, { headers })).status;
  };
  expect(await signIn(enrolled.recoveryCodes[0]!)).toBe(200);
  // The hashes of 1.0.0 were made with the first secret.
  expect(await openHashKey(app.database, createSecretBox(NEW_SECRET), NEW_SECRET)).toBe(app.config.APP_SECRET);
  expect((await callAs(app, token, 'GET', '/api/account/authenticator')).status).toBe(200);
});

test('names secrets that neither key decrypts', async () => {
  const foreign = createSecretBox('a secret that was lost long ago').seal('x', 'offer:ofr_1:postback-token');
  await app.database.execute(sql`update offers set postback_token_sealed = ${foreign} where id = 'ofr_1'`);
  const { code, stderr } = await rotate();
  expect(code).toBe(1);
  expect(stderr).toBe('rotate-secret: neither secret decrypts: offers ofr_1. Enter them again.\n');
});

test('needs the previous secret, and keeps the files of DATA_DIR safe', async () => {
  expect((await commandHere('rotate-secret', [], { ...environment, APP_SECRET_PREVIOUS: '' })).stderr).toBe(
    'rotate-secret: set APP_SECRET to the new secret and APP_SECRET_PREVIOUS to the old one\n',
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-secret-'));
  const newFile = (): Promise<Ended> =>
    commandHere('rotate-secret', ['--new-file'], { DATA_DIR: dataDir, APP_SECRET: '' });
  const read = (name: string): Promise<string> => readFile(join(dataDir, name), 'utf8');
  try {
    await writeFile(join(dataDir, 'app-secret'), `${NEW_SECRET}\n`);
    const stdout = 'DATA_DIR has a new app-secret. Restart the server, then run "npm run rotate-secret".\n';
    expect(await newFile()).toEqual({ code: 0, stdout, stderr: '' });
    expect(await read('app-secret-previous')).toBe(`${NEW_SECRET}\n`);
    expect(await read('app-secret')).toMatch(/^[\w-]{43}\n$/);
    expect((await newFile()).stderr).toContain('a rotation is under way');
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
