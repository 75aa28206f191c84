import { Server } from 'node:http';
import { Client } from 'pg';
import { useEmbeddedPostgres } from '#platform/database/embedded.ts';

/**
 * Preloaded (`node --import`) into the product by the demo: the product then lives in the past, by its own clock and
 * by the database's. A message moves the database on, a request's header our clock; `0` ends it, and nothing is left.
 */
const RealDate = Date;
let backdatedByMs = Number(process.env['BACKDATED_BY_MS'] ?? '0');

const now = (): number => RealDate.now() - backdatedByMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (real, args: unknown[], asked) => Reflect.construct(real, args.length === 0 ? [now()] : args, asked),
  apply: () => new RealDate(now()).toString(),
  get: (real, name) => (name === 'now' ? now : (Reflect.get(real, name) as unknown)),
});

const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]): boolean {
  if (event === 'request') {
    const { 'x-backdated-by': byMs } = (args[0] as { headers: Record<string, string | undefined> }).headers;
    if (byMs !== undefined) backdatedByMs = Math.min(backdatedByMs, Number(byMs));
  }
  return Reflect.apply(emit, this, [event, ...args]);
};

/** What the database dates by itself. */
const DATED = [
  ['journals', 'created_at'],
  ['audit_log', 'at'],
  ['offers', 'created_at'],
  ['offers', 'updated_at'],
] as const;
const withDefault = (text: string): string =>
  DATED.map(([table, column]) => `alter table ${table} alter column ${column} set default ${text};`).join('\n');

// Should the demo be cut off, the database is back in the present by itself. Its clock is a little ahead of ours: the
// journal of a conversion or of a held withdrawal has that one's own time, which stands in its id.
const BEGIN = `
  create unlogged table if not exists backdating (only_row boolean primary key, by_ms bigint not null, until timestamptz not null);
  grant select on backdating to public;
  create or replace function backdated_now() returns timestamptz language sql stable as $$
    select now() - coalesce((select by_ms from public.backdating where until > now()), 0) * interval '1 millisecond'
  $$;
  create or replace function backdate_journal() returns trigger language plpgsql as $$
  declare
    ulid text := substring(case
      when new.scope = 'withdrawal-hold' then new.key
      when new.scope in ('reward', 'referral') then (
        select conversion_id from conversion_keys
        where click_id = split_part(new.key, ':', 1) and event_key = substr(new.key, strpos(new.key, ':') + 1)
      )
    end from '_([0-9A-HJKMNP-TV-Z]{10})');
  begin
    if ulid is not null then
      new.created_at := (select to_timestamp(sum(
        (strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, i, 1)) - 1) * 32::numeric ^ (10 - i)
      ) / 1000) from generate_series(1, 10) i);
    end if;
    return new;
  end $$;
  create or replace trigger backdated before insert on journals for each row execute function backdate_journal();
  ${withDefault('backdated_now()')}`;
const MOVE = `
  insert into backdating values (true, $1, now() + interval '20 seconds')
  on conflict (only_row) do update set by_ms = excluded.by_ms, until = excluded.until`;
const END = `
  ${withDefault('now()')}
  drop trigger if exists backdated on journals;
  drop function if exists backdate_journal();
  drop function if exists backdated_now();
  drop table if exists backdating;`;

async function connect(): Promise<Client> {
  const { DATABASE_URL, DATABASE_OWNER_URL = DATABASE_URL, DATA_DIR = './data' } = process.env;
  const connectionString = DATABASE_OWNER_URL ?? (await useEmbeddedPostgres({ dataDir: DATA_DIR })).ownerUrl;
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(BEGIN);
  return client;
}

let database: Promise<Client> | undefined;

/** @param byMs how far back the database is to be; 0: everything is in the present for good */
async function moveTo(byMs: number): Promise<void> {
  database ??= connect();
  const client = await database;
  if (byMs > 0) {
    await client.query(MOVE, [byMs]);
    return;
  }
  backdatedByMs = 0;
  globalThis.Date = RealDate;
  Server.prototype.emit = emit;
  await client.query(END);
  await client.end();
}

/** Answered when it holds. */
process.on('message', (byMs: number) => {
  moveTo(byMs).then(
    () => {
      process.send?.({ byMs });
      if (byMs === 0) process.disconnect?.();
    },
    (error: unknown) => {
      process.send?.({ byMs, error: error instanceof Error ? error.message : String(error) });
    },
  );
});
