import { hashToken, newToken } from '@muneem/server/platform/crypto/index.ts';
import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { newId } from '@muneem/server/platform/ids/index.ts';

const PORTION = 50_000;

/**
 * Creates users like those of a grown platform: repeated names, a few mail providers, joined over two years (or other
 * days), without coins.
 */
export async function seedUsers(database: Database, count: number, days = 730): Promise<void> {
  for (let first = 1; first <= count; first += PORTION) {
    await database.execute(sql`
      insert into users (uid, name, email, phone, gender, referral_code, created_at)
      select 'app-' || md5(n::text),
        (array['Asha', 'Ravi', 'Meera', 'Imran', 'Kavya', 'Arjun', 'Divya', 'Farhan', 'Ishaan', 'Zoya'])[1 + n % 10] || ' ' ||
        (array['Rao', 'Iyer', 'Khan', 'Das', 'Singh', 'Patel', 'Nair', 'Bose', 'Shah', 'Reddy', 'Gupta'])[1 + n % 11],
        'u' || n || '.' || substr(md5(n::text), 1, 5) || '@' || (array['gmail.com', 'gmail.com', 'yahoo.co.in', 'outlook.com', 'rediffmail.com'])[1 + n % 5],
        '+9198' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), (array['Female', 'Male'])[1 + n % 2], 'R' || n,
        now() - (${count}::int - n) * (make_interval(days => ${days}::int) / ${count}::int)
      from generate_series(${first}::int, ${Math.min(count, first + PORTION - 1)}::int) n`);
  }
  await database.execute(sql`insert into wallets (user_id) select id from users on conflict do nothing`);
}

/** Gives every third user coins. */
export async function seedCoins(database: Database, count: number): Promise<void> {
  for (let first = 1; first <= count; first += PORTION) {
    await database.execute(sql`
      select post_credits(array_agg('reward'::journal_kind), array_agg('bench-' || id), array_agg(md5(id::text)::uuid),
        array_agg(id), array_agg((10 + id % 990)::bigint), 'system', 'bench', 'Bench')
      from generate_series(${first}::bigint, ${Math.min(count, first + PORTION - 1)}::bigint) id where id % 3 = 0`);
  }
  // Each journal needs a cause. These have no conversion, so a correction is their cause: conversions would change the
  // measured lists.
  await database.execute(sql`
    insert into ledger_corrections (journal_id, reason, corrected_at) select id, 'Benchmark', now() from journals on conflict do nothing`);
}

/**
 * Creates offers of every type: nine of ten are active, a quarter are prime. Every third user completed one to four of
 * them.
 */
export async function seedOffers(database: Database, count: number): Promise<void> {
  await database.execute(sql`
    insert into offers (id, title, description, coins, type, requirements, tracking_url, is_active, created_at)
    select 'ofr_bench_' || n, 'Offer ' || n, 'Bench', 10 + n, (array['install', 'prime', 'video', 'daily', 'share', 'install', 'prime', 'install'])[1 + n % 8],
      'None', 'https://network.example/?c={click_id}', n % 10 <> 0, now() - n * interval '1 hour'
    from generate_series(1, ${count}::int) n on conflict do nothing`);
  await database.execute(sql`
    insert into offer_completions (offer_id, user_id, completed_at)
    select 'ofr_bench_' || 1 + (u.id * 7919 + k * 104729) % ${count}::bigint, u.id, now() - (u.id * 31 + k) % 40000 * interval '1 minute'
    from users u cross join lateral generate_series(0, (u.id % 4)::int) k where u.id % 3 = 0 on conflict do nothing`);
  await database.execute(sql`
    update offers o set completed_count = c.n from (select offer_id, count(*) as n from offer_completions group by 1) c where c.offer_id = o.id`);
}

/** Opens a session as a sign-in does. @returns its bearer token */
export async function openSession(database: Database, email = 'bench@muneem.example'): Promise<string> {
  const now = new Date();
  const token = newToken();
  const [admin] = await database.query<{ id: string }>(sql`
    insert into admins (id, email, name, role, password_hash, created_at, password_changed_at)
    values (${newId('adm', now)}, ${email}, 'Bench', 'owner', 'no password', ${now}, ${now})
    on conflict (email) do update set name = excluded.name returning id`);
  await database.execute(sql`
    insert into admin_sessions (id, token_hash, admin_id, challenge_id, remembered, created_at, last_seen_at, expires_at)
    values (${newId('ses', now)}, ${hashToken(token)}, ${admin?.id}, ${newId('otp', now)}, true, ${now}, ${now}, ${new Date(now.getTime() + 86_400_000)})`);
  return token;
}
