import type { SessionView } from '@muneem/contract/account';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { sql, type Queryable, type RowOf, type Tx } from '#platform/database/index.ts';

interface NewSession {
  readonly id: string;
  readonly tokenHash: string;
  readonly adminId: string;
  readonly challengeId: string;
  readonly remembered: boolean;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly userAgent: string | null;
  /** The identity provider's names of the sign-in. Null for a password. */
  readonly provider: { readonly subject: string | null; readonly sid: string | null };
}

export interface LiveSession extends AdminPrincipal {
  readonly lastSeenAt: Date;
}

export async function insertSession(tx: Tx, s: NewSession): Promise<void> {
  await tx.execute(sql`
    insert into admin_sessions (id, token_hash, admin_id, challenge_id, remembered, created_at, last_seen_at, expires_at, ip, user_agent, provider_subject, provider_sid)
    values (${s.id}, ${s.tokenHash}, ${s.adminId}, ${s.challengeId}, ${s.remembered}, ${s.now}, ${s.now}, ${s.expiresAt}, ${s.ip}, ${s.userAgent},
      ${s.provider.subject}, ${s.provider.sid})`);
}

export const isChallengeUsed = (tx: Tx, challengeId: string): Promise<boolean> =>
  tx.getValue(sql`select exists (select from admin_sessions where challenge_id = ${challengeId})`);

const LIVE_SESSIONS = `
  select s.token_hash, a.id as admin_id, a.email, a.name, a.role, s.id as session_id, s.last_seen_at, s.expires_at
  from admin_sessions s join admins a on a.id = s.admin_id
  where s.token_hash = any ($1::text[]) and s.ended_at is null and s.expires_at > $2 and a.disabled_at is null`;

/** Prepared, because it runs before every admin call. @returns the sessions by the hash of their token */
export async function findLiveSessions(
  q: Queryable,
  tokenHashes: readonly string[],
  now: Date,
): Promise<Map<string, LiveSession>> {
  type Found = LiveSession & { readonly tokenHash: string };
  const rows = await q.prepared<Found>('auth-live-sessions', LIVE_SESSIONS, [tokenHashes, now]);
  return new Map(rows.map(({ tokenHash, ...session }) => [tokenHash, session]));
}

/** Extends a live session. @returns its new expiry, or null if it has ended */
export const extendSession = async (
  q: Queryable,
  sessionId: string,
  now: Date,
  expiries: { readonly remembered: Date; readonly other: Date },
): Promise<Date | null> =>
  (
    await q.findOne<{ expiresAt: Date }>(sql`
    update admin_sessions set
      last_seen_at = greatest(last_seen_at, ${now}),
      expires_at = greatest(expires_at, case when remembered then ${expiries.remembered}::timestamptz else ${expiries.other}::timestamptz end)
    where id = ${sessionId} and ended_at is null
    returning expires_at`)
  )?.expiresAt ?? null;

export type EndReason = 'sign_out' | 'password_reset' | 'from_list' | 'disabled' | 'operator' | 'provider';

/** @returns false if it has ended or belongs to another admin */
export async function endSession(
  tx: Tx,
  { id, adminId, because, now }: { id: string; adminId: string; because: EndReason; now: Date },
): Promise<boolean> {
  const ended = await tx.execute(sql`
    update admin_sessions set ended_at = ${now}, ended_by = ${because}
    where id = ${id} and admin_id = ${adminId} and ended_at is null and expires_at > ${now}`);
  return ended === 1;
}

interface ListedSession extends RowOf<SessionView, 'current' | 'ip' | 'userAgent'> {
  readonly userAgent: string | null;
  readonly ip: string | null;
}

export async function listLiveSessions(q: Queryable, adminId: string, now: Date): Promise<ListedSession[]> {
  return q.query<ListedSession>(sql`
    select id, remembered, user_agent, host(ip) as ip, created_at,
      last_seen_at, expires_at
    from admin_sessions where admin_id = ${adminId} and ended_at is null and expires_at > ${now}
    order by last_seen_at desc, id desc limit 200`);
}

/** Ends an admin's sessions except `keptId`. @returns the number of sessions that were live */
export async function endSessionsOf(
  tx: Tx,
  adminId: string,
  { because, now, keptId = '' }: { because: EndReason; now: Date; keptId?: string | undefined },
): Promise<number> {
  return tx.execute(sql`
    update admin_sessions set ended_at = ${now}, ended_by = ${because}
    where admin_id = ${adminId} and id <> ${keptId} and ended_at is null and expires_at > ${now}`);
}

/**
 * Ends live sessions that the identity provider has opened: those of its session `sid`, else all of its `subject`.
 * A provider that gave no `sid` at the sign-in ends the sessions of the subject.
 */
export const endSessionsOfProvider = (
  tx: Tx,
  { subject, sid }: { readonly subject: string | null; readonly sid: string | null },
  now: Date,
): Promise<{ readonly id: string; readonly adminId: string }[]> =>
  tx.query(sql`
    update admin_sessions set ended_at = ${now}, ended_by = 'provider'
    where ended_at is null and expires_at > ${now} and provider_subject is not null
      and coalesce(provider_subject = ${subject}, true)
      and (${sid}::text is null or provider_sid is null or provider_sid = ${sid})
      and (${subject}::text is not null or provider_sid = ${sid})
    returning id, admin_id`);

export async function purgeSessions(q: Queryable, endedBefore: Date): Promise<number> {
  return q.execute(sql`delete from admin_sessions where expires_at < ${endedBefore} or ended_at < ${endedBefore}`);
}
