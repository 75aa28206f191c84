import { hashToken, newToken } from '@muneem/server/platform/crypto/index.ts';
import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { newId } from '@muneem/server/platform/ids/index.ts';

const PORTION = 50_000;

/** Users as a grown platform has them: names that repeat, mail at a few providers, joined over two years, every third with coins. */
export async function seedUsers(database: Database, count: number): Promise<void> {
  for (let first = 1; first <= count; first += PORTION) {
    await database.execute(sql`
      insert into users (uid, name, email, phone, gender, referral_code, created_at)
      select 'app-' || md5(n::text),
        (array['Asha', 'Ravi', 'Meera', 'Imran', 'Kavya', 'Arjun', 'Divya', 'Farhan', 'Ishaan', 'Zoya'])[1 + n % 10] || ' ' ||
        (array['Rao', 'Iyer', 'Khan', 'Das', 'Singh', 'Patel', 'Nair', 'Bose', 'Shah', 'Reddy', 'Gupta'])[1 + n % 11],
        'u' || n || '.' || substr(md5(n::text), 1, 5) || '@' || (array['gmail.com', 'gmail.com', 'yahoo.co.in', 'outlook.com', 'rediffmail.com'])[1 + n % 5],
        '+9198' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), (array['Female', 'Male'])[1 + n % 2], 'R' || n,
        now() - (${count}::int - n) * (interval '730 days' / ${count}::int)
      from generate_series(${first}::int, ${Math.min(count, first + PORTION - 1)}::int) n`);
  }
  await database.execute(sql`insert into wallets (user_id) select id from users on conflict do nothing`);
}

/** Active and inactive offers, prime and regular. */
export async function seedOffers(database: Database, count: number): Promise<void> {
  await database.execute(sql`
    insert into offers (id, title, description, coins, type, requirements, tracking_url)
    select 'ofr_bench_' || n, 'Offer ' || n, 'Bench', 10 + n, 'install', 'None', 'https://network.example/?c={click_id}'
    from generate_series(1, ${count}::int) n on conflict do nothing`);
}

/** A session as signing in opens it. @returns its bearer token */
export async function openSession(database: Database, email = 'bench@muneem.example'): Promise<string> {
  const now = new Date();
  const admin = newId('adm', now);
  const token = newToken();
  await database.execute(sql`
    insert into admins (id, email, name, password_hash, created_at, password_changed_at)
    values (${admin}, ${email}, 'Bench', 'no password', ${now}, ${now})`);
  await database.execute(sql`
    insert into admin_sessions (id, token_hash, admin_id, challenge_id, remembered, created_at, last_seen_at, expires_at)
    values (${newId('ses', now)}, ${hashToken(token)}, ${admin}, ${newId('otp', now)}, true, ${now}, ${now}, ${new Date(now.getTime() + 86_400_000)})`);
  return token;
}
