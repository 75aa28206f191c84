import type { Role } from '@muneem/contract/rights';
import { OTP_MAX_ATTEMPTS, OTP_MAX_FOREIGN_ATTEMPTS } from '@muneem/contract/auth';
import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

export interface NewCode {
  readonly challengeId: string;
  readonly codeHash: string;
  /** The code's source. The server does not know an app's code, so its `codeHash` never matches. */
  readonly method: 'email' | 'authenticator';
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/**
 * Replaces the admin's challenge. A valid one sent after `keepIfSentAfter` keeps its code, so a second Login sends no
 * mail. `network` becomes the home network in any case. @returns whether the new one is used
 */
export async function replaceChallenge(
  tx: Tx,
  adminId: string,
  code: NewCode,
  network: string,
  resendUntil: Date,
  keepIfSentAfter: Date,
): Promise<boolean> {
  const replaced = await tx.execute(sql`
    insert into sign_in_challenges as c (admin_id, id, code_hash, sent_at, expires_at, resend_until, network, method)
    values (${adminId}, ${code.challengeId}, ${code.codeHash}, ${code.sentAt}, ${code.expiresAt}, ${resendUntil}, ${network}, ${code.method})
    on conflict (admin_id) do update set
      id = excluded.id, code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
      resend_until = excluded.resend_until, attempts = 0, foreign_attempts = 0, resends = 0, consumed_at = null,
      network = excluded.network, method = excluded.method
    where c.consumed_at is not null or c.attempts >= ${OTP_MAX_ATTEMPTS} or c.expires_at <= ${code.sentAt} or c.sent_at <= ${keepIfSentAfter}`);
  if (replaced === 1) return true;
  await tx.execute(sql`update sign_in_challenges set network = ${network} where admin_id = ${adminId}`);
  return false;
}

/** Stores a new code for the sign-in of this network. @returns false if none is waiting */
export async function renewCode(
  tx: Tx,
  email: string,
  network: string,
  code: NewCode,
  maxResends: number,
): Promise<boolean> {
  const renewed = await tx.execute(sql`
    update sign_in_challenges c set
      id = ${code.challengeId}, code_hash = ${code.codeHash}, sent_at = ${code.sentAt}, expires_at = ${code.expiresAt},
      attempts = 0, foreign_attempts = 0, resends = c.resends + 1
    from admins a
    where a.id = c.admin_id and a.email = ${email} and (c.network is null or c.network = ${network})
      and c.method = 'email' and a.disabled_at is null
      and c.consumed_at is null and c.resend_until > ${code.sentAt} and c.resends < ${maxResends}`);
  return renewed === 1;
}

/** Deletes a challenge whose mail failed, so the next attempt sends at once. */
export async function deleteChallenge(q: Queryable, challengeId: string): Promise<void> {
  await q.execute(sql`delete from sign_in_challenges where id = ${challengeId} and consumed_at is null`);
}

export interface GuessedChallenge {
  readonly challengeId: string;
  readonly codeHash: string;
  readonly adminId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly method: 'email' | 'authenticator';
  /** False if the guess comes from another network than the password. */
  readonly isSameNetwork: boolean;
}

/**
 * Takes one of a live code's allowed guesses. Other networks may use only some of them.
 * Locks the challenge until the transaction ends, so concurrent guesses cannot exceed the limit.
 */
export const takeGuess = (tx: Tx, email: string, network: string, now: Date): Promise<GuessedChallenge | null> =>
  tx.findOne(sql`
    update sign_in_challenges c set
      attempts = c.attempts + 1,
      foreign_attempts = c.foreign_attempts + case when coalesce(c.network, ${network}) = ${network} then 0 else 1 end
    from admins a
    where a.id = c.admin_id and a.email = ${email} and a.disabled_at is null
      and c.consumed_at is null and c.expires_at > ${now} and c.attempts < ${OTP_MAX_ATTEMPTS}
      and (coalesce(c.network, ${network}) = ${network} or c.foreign_attempts < ${OTP_MAX_FOREIGN_ATTEMPTS})
    returning c.id as challenge_id, c.code_hash, a.id as admin_id, a.email, a.name, a.role, c.method,
      coalesce(c.network, ${network}) = ${network} as is_same_network`);

/** Marks a code as used. @returns true for exactly one caller */
export async function consumeChallenge(tx: Tx, challengeId: string, now: Date): Promise<boolean> {
  const consumed = await tx.execute(
    sql`update sign_in_challenges set consumed_at = ${now} where id = ${challengeId} and consumed_at is null`,
  );
  return consumed === 1;
}

export async function deleteChallengesOf(tx: Tx, adminId: string): Promise<void> {
  await tx.execute(sql`delete from sign_in_challenges where admin_id = ${adminId}`);
}
