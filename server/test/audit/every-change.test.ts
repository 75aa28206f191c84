import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnyRoute } from '@muneem/contract/http';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { setPayoutKey } from '#test/withdrawals/withdrawal-app.ts';
import { startPayoutProvider } from '@muneem/sandbox/payout-provider';
import { startMailServer } from '../auth/mail-server.ts';
import { CHANGES as BY_ADMINISTRATORS } from './changes.ts';
import { CHANGES_OF_NETWORKS } from './changes-of-networks.ts';
import { CHANGES_WITHOUT_SESSION } from './changes-without-session.ts';
import { CHANGES_OF_REWARDS, OTHER_DECISIONS } from './changes-of-rewards.ts';
import { ELSEWHERE, NO_CHANGE, OWN_LOG } from './exemptions.ts';
import type { Change } from './preparations.ts';
import { MONEY, sidesOf } from './what-entries-say.ts';

// The comparison with the provider continues after its answer, so the administrators' changes come last.
const CHANGES = { ...CHANGES_WITHOUT_SESSION, ...CHANGES_OF_REWARDS, ...CHANGES_OF_NETWORKS, ...BY_ADMINISTRATORS };
const PAYOUT_KEY = 'bulkpe-key-1234';

let owners = 0;

const mail = await startMailServer();
const provider = await startPayoutProvider({ apiKey: PAYOUT_KEY });
const app = await createPostbackApp({ SMTP_URL: mail.url, BULKPE_BASE_URL: provider.url });
await setPayoutKey(app, PAYOUT_KEY);
await app.start();
// No scheduled job may run between two snapshots of the database.
await app.database.execute(sql`delete from jobs.schedule`);
await app.database.execute(sql`delete from jobs.job where state = 'created'`);
// Authenticator codes need a clock that stands still.
app.clock.set(new Date());
const world = {
  app,
  mail,
  provider,
  admin: await openAdminSession(app),
  owner: () => openAdminSession(app, `owner-${(owners += 1)}@example.com`),
};
afterAll(() => provider.close());

interface Entry {
  readonly id: number;
  readonly actorId: string;
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly ip: string;
  readonly requestId: string;
}

const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;
const changing = (): AnyRoute[] =>
  world.app.http.routes.filter(({ method, path }) => method !== 'GET' && !OWN_LOG.some((own) => path.startsWith(own)));

const send = (name: string, { url, payload, session = world.admin, caller }: Change) =>
  world.app.http.fastify.inject({
    method: name.split(' ')[0] as 'POST',
    url,
    headers: caller?.headers ?? session.headers,
    ...(payload ? { payload } : {}),
  });

const auditRows = () =>
  world.app.database.query<Entry>(sql`
    select id, actor_id, action, entity_type, entity_id, before, after, host(ip) as ip, request_id
    from audit_log where actor_kind <> 'system' order by id`);

/**
 * Not compared: counters of attempts and calls survive a rollback, and ledger checks, smart poll runs and comparisons
 * with the provider start automatically.
 */
const NOT_COMPARED = [
  'ledger_checks',
  'rate_limit_windows',
  'idempotency_keys',
  'cache_versions',
  'smart_poll_runs',
  'smart_poll_state',
  'smart_poll_offers',
];

/** A digest of every table that has rows. */
async function everything(): Promise<Record<string, string>> {
  const tables = await world.app.database.query<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and pg_relation_size(c.oid) > 0 and not c.relname = any (${NOT_COMPARED}) order by 1`);
  const parts = tables.map(({ name }) => {
    // Each request updates the last-seen time of its session, so it is left out.
    const row = name === 'admin_sessions' ? `concat_ws(' ', t.id, t.ended_at, t.ended_by)` : 't::text';
    return `select '${name}' as name, md5(string_agg(${row}, '|' order by ${row})) as content from "${name}" t`;
  });
  const rows = (await world.app.rows(parts.join(' union all '))) as { name: string; content: string | null }[];
  return Object.fromEntries(rows.flatMap(({ name, content }) => (content === null ? [] : [[name, content]])));
}

/** Postpones the calls to the provider, and waits for those in progress. */
async function everythingAtRest(): Promise<Record<string, string>> {
  await world.app.rows(
    "update payout_attempts set next_call_at = next_call_at + interval '1 year' where next_call_at is not null",
  );
  let last = await everything();
  for (;;) {
    await wait(50);
    const next = await everything();
    if (isDeepStrictEqual(next, last)) return next;
    last = next;
  }
}

// covers own-10.1
it('has a proof of the audit row for every changing route of the contract', () => {
  const known = { ...CHANGES, ...NO_CHANGE, ...ELSEWHERE };
  const names = changing().map(nameOf);
  expect(names.length).toBeGreaterThan(40);
  expect(
    names.filter((name) => !(name in known)),
    'routes without an audit test or a named exemption',
  ).toEqual([]);
  expect(
    Object.keys(known).filter((name) => !names.includes(name)),
    'names of no route',
  ).toEqual([]);
});

it.each(Object.entries(ELSEWHERE))('%s is audited as $1.test shows', async (_name, { file, test, action }) => {
  const text = await readFile(new URL(`../${file}.test.ts`, import.meta.url), 'utf8');
  const [, itsBody] = text.split(`'${test}'`);
  expect(itsBody, `${file} has no such test`).toBeDefined();
  const [body] = (itsBody ?? '').split(/^ *(?:test|it)(?:\.each)?\(/m);
  expect(body).toContain(`'${action}'`);
});

const PREPARED = [...OTHER_DECISIONS, ...Object.entries(CHANGES)];
/** The number of tried changes, and the actions that were audited. */
let tried = 0;
const auditedActions = new Set<string>();
const hasFields = (side: object | null | undefined): boolean => Object.keys(side ?? {}).length > 0;

describe('a change', () => {
  it.each(PREPARED)('%s: is audited, or does not happen', async (name, prepare) => {
    tried += 1;
    const change = await prepare(world);
    const before = await everythingAtRest();
    await world.app.database.execute(sql`alter table audit_log add constraint full_up check (false) not valid`);
    const failed = await send(name, change);
    await world.app.database.execute(sql`alter table audit_log drop constraint full_up`);
    expect(failed.statusCode, failed.body).toBeGreaterThanOrEqual(500);
    expect(await everything()).toEqual(before);

    const known = (await auditRows()).length;
    const done = await send(name, change);
    expect(done.statusCode, done.body).toBeLessThan(300);
    const [row, ...more] = (await auditRows()).slice(known);
    expect(row).toMatchObject({
      actorId: change.caller ? expect.stringMatching(change.caller.actor) : (change.session ?? world.admin).adminId,
      ip: '127.0.0.1',
      action: expect.stringMatching(/^[a-z_-]+\.[a-z_-]+$/) as string,
      entityType: expect.stringMatching(/./) as string,
      entityId: expect.stringMatching(/./) as string,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect(more.every(({ requestId }) => requestId === row?.requestId)).toBe(true);
    for (const { action, before: was, after: is } of [row, ...more].filter((entry) => entry !== undefined)) {
      expect({ action, before: hasFields(was), after: hasFields(is) }).toEqual({ action, ...sidesOf(action) });
      if (MONEY[action]) expect([action, was, is]).toMatchObject([action, ...MONEY[action]]);
      auditedActions.add(action);
    }
  });

  // covers own-10.1
  it('writes every expected entry about money', ({ skip }) => {
    skip(tried < PREPARED.length, 'needs every change, and this run tried only some');
    expect(Object.keys(MONEY).filter((action) => !auditedActions.has(action))).toEqual([]);
  });
});
