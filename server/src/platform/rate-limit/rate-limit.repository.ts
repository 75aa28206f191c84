import { sql, type Queryable } from '#platform/database/index.ts';

/** At most `max` attempts per key and window, over all servers. The window is in milliseconds. */
interface RateLimit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
  readonly now: Date;
}

/**
 * Takes one attempt atomically. Shortens a window that ends later than `windowMs` from now (clock skew).
 * @returns null if allowed, else the seconds until the window ends (at least 1)
 */
export async function takeAttempt(q: Queryable, { key, max, windowMs, now }: RateLimit): Promise<number | null> {
  const endsAt = new Date(now.getTime() + windowMs);
  const taken = await q.query(sql`
    insert into rate_limit_windows as w (key, window_ends_at, attempts)
    values (${key}, ${endsAt}, 1)
    on conflict (key) do update set
      attempts = case when w.window_ends_at <= ${now} then 1 else w.attempts + 1 end,
      window_ends_at = case when w.window_ends_at <= ${now} then ${endsAt} else least(w.window_ends_at, ${endsAt}) end
    where w.window_ends_at <= ${now} or w.attempts < ${max}
    returning attempts`);
  if (taken.length > 0) return null;
  return (await peekAttempts(q, { key, max, windowMs, now })) ?? 1;
}

/** Removes one attempt from the count: the guess was right, or it was not checked. */
export async function uncountAttempt(q: Queryable, key: string): Promise<void> {
  await q.execute(sql`update rate_limit_windows set attempts = attempts - 1 where key = ${key} and attempts > 0`);
}

/** Resets a key's count. */
export async function resetAttempts(q: Queryable, key: string): Promise<void> {
  await q.execute(sql`delete from rate_limit_windows where key = ${key}`);
}

/** Deletes expired windows. */
export async function purgeRateLimits(q: Queryable, now: Date): Promise<number> {
  return q.execute(sql`delete from rate_limit_windows where window_ends_at <= ${now}`);
}

/**
 * Checks without taking an attempt. @returns null if attempts are left, else the seconds until the window ends (at
 * least 1)
 */
export async function peekAttempts(q: Queryable, { key, max, windowMs, now }: RateLimit): Promise<number | null> {
  const latest = new Date(now.getTime() + windowMs);
  const [window] = await q.query<{ endsAt: Date }>(sql`
    with shortened as (
      update rate_limit_windows set window_ends_at = ${latest} where key = ${key} and window_ends_at > ${latest}
    )
    select least(window_ends_at, ${latest}) as ends_at from rate_limit_windows
    where key = ${key} and attempts >= ${max} and window_ends_at > ${now}`);
  return window ? Math.max(1, Math.ceil((window.endsAt.getTime() - now.getTime()) / 1000)) : null;
}
