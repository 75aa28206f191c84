import { REMEMBERED_SESSION_LIFE_MS, SESSION_LIFE_MS, type AdminView } from '@muneem/contract/auth';
import { AppError } from '#platform/app-error/index.ts';
import { giveBackAttempt, takeAttempt } from '#platform/attempt-window/index.ts';
import { writeAudit } from '#platform/audit-log/index.ts';
import { hashToken, newToken, sameSecret } from '#platform/crypto/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import { codeLimit, foreignCodeLimit, homeNetwork, tooManyFailures } from './attempt-limits.ts';
import type { AuthDeps, Origin } from './auth-deps.ts';
import { consumeChallenge, takeGuess, type GuessedChallenge } from './challenges.repository.ts';
import { hashOfCode } from './one-time-code.ts';
import { insertSession } from './sessions.repository.ts';
import { steadyAnswer } from './steady-answer.ts';

export interface OpenedSession {
  readonly token: string;
  readonly admin: AdminView;
  readonly expiresAt: Date;
}

interface Guess {
  readonly email: string;
  readonly otp: string;
  readonly remember: boolean;
}

type Verdict = { readonly opened: OpenedSession } | { readonly waitS: number } | 'refused';

const MAX_USER_AGENT_LENGTH = 300;

/**
 * Step 2 of signing in: the right code opens one session, whoever else sends it at the same time. The guess is counted
 * in the database before it is looked at, so more guesses at once are not more guesses.
 * @throws AppError `invalid_otp` (wrong, used, expired, superseded code or unknown address alike), `rate_limited`
 */
export function verifyCode(deps: AuthDeps, guess: Guess, origin: Origin): Promise<OpenedSession> {
  return steadyAnswer(async () => {
    const verdict = await transaction(deps.database, (tx) => judge(tx, deps, guess, origin));
    if (verdict === 'refused') {
      throw new AppError('invalid_otp', {
        userMessage: 'Invalid or expired OTP. Please check the code or request a new one.',
      });
    }
    if ('waitS' in verdict) throw tooManyFailures(verdict.waitS);
    return verdict.opened;
  });
}

/** Never throws for a wrong guess: what was counted must be committed. */
async function judge(tx: Tx, deps: AuthDeps, guess: Guess, origin: Origin): Promise<Verdict> {
  const now = deps.clock.now();
  const challenge = await takeGuess(tx, guess.email, homeNetwork(origin.ip), now);
  if (!challenge) return 'refused';
  const limits = [
    ...(challenge.atHome ? [] : [foreignCodeLimit(deps, challenge.adminId)]),
    codeLimit(deps, challenge.adminId),
  ];
  for (const limit of limits) {
    const waitS = await takeAttempt(tx, limit);
    // A stranger is not told that somebody signs in.
    if (waitS !== null) return challenge.atHome ? { waitS } : 'refused';
  }
  const right = sameSecret(hashOfCode(deps.authKey, challenge.challengeId, guess.otp), challenge.codeHash);
  if (!right || !(await consumeChallenge(tx, challenge.challengeId, now))) {
    await writeAudit(tx, {
      actor: { ...origin.actor, name: challenge.email },
      action: 'auth.sign_in_failed',
      entityType: 'admin',
      entityId: challenge.adminId,
      after: { step: 'code' },
    });
    return 'refused';
  }
  for (const { key } of limits) await giveBackAttempt(tx, key);
  return { opened: await openSession(tx, challenge, guess.remember, origin, now) };
}

async function openSession(
  tx: Tx,
  challenge: GuessedChallenge,
  remember: boolean,
  { actor, ip, userAgent }: Origin,
  now: Date,
): Promise<OpenedSession> {
  const { adminId, email, name, challengeId } = challenge;
  const token = newToken();
  const id = newId('ses', now);
  const expiresAt = new Date(now.getTime() + (remember ? REMEMBERED_SESSION_LIFE_MS : SESSION_LIFE_MS));
  const device = userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  await insertSession(tx, {
    id,
    tokenHash: hashToken(token),
    adminId,
    challengeId,
    remembered: remember,
    now,
    expiresAt,
    ip,
    userAgent: device,
  });
  await writeAudit(tx, {
    actor: { ...actor, kind: 'admin', id: adminId, name },
    action: 'auth.sign_in',
    entityType: 'session',
    entityId: id,
    after: { remembered: remember, userAgent: device },
  });
  return { token, admin: { id: adminId, email, name }, expiresAt };
}
