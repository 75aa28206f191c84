import { AppError } from '#platform/app-error/index.ts';
import { uncountAttempt, takeAttempt } from '#platform/rate-limit/index.ts';
import { writeAudit } from '#platform/audit-log/index.ts';
import { sameSecret } from '#platform/crypto/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import {
  appCodeLimit,
  appCodeMailLimit,
  codeLimit,
  foreignCodeLimit,
  homeNetwork,
  tooManyFailures,
} from './attempt-limits.ts';
import type { AuthDependencies, Origin } from './auth-dependencies.ts';
import { hasAuthenticator } from './authenticators.repository.ts';
import { consumeChallenge, takeGuess, type GuessedChallenge } from './challenges.repository.ts';
import { hashOfCode } from './one-time-code.ts';
import { openSession, type OpenedSession } from './open-session.ts';
import { maySignInWithPassword } from './password-sign-in.ts';
import { useSecondFactor } from './second-factor.ts';
import { mailOwner } from './security-mail.ts';
import { steadyAnswer } from './steady-answer.ts';

interface Guess {
  readonly email: string;
  readonly otp: string;
  readonly remember: boolean;
}

type Factor = 'email' | 'authenticator' | 'recovery_code';

type Verdict = { readonly opened: OpenedSession } | { readonly waitS: number } | 'refused';

/**
 * Step 2 of a sign-in: a right code opens exactly one session, even if sent concurrently.
 * Counts the guess in the database before checking it, so concurrency allows no extra guesses.
 * @throws AppError `invalid_otp` (wrong, used, expired, replaced code or unknown address), `rate_limited`
 */
export function verifyCode(dependencies: AuthDependencies, guess: Guess, origin: Origin): Promise<OpenedSession> {
  return steadyAnswer(async () => {
    const verdict = await transaction(dependencies.database, (tx) => judge(tx, dependencies, guess, origin));
    if (verdict === 'refused') {
      throw new AppError('invalid_otp', 'Invalid or expired OTP. Please check the code or request a new one.');
    }
    if ('waitS' in verdict) throw tooManyFailures(verdict.waitS);
    return verdict.opened;
  });
}

/** Returns wrong guesses as a verdict and never throws, so that their count is committed. */
async function judge(tx: Tx, dependencies: AuthDependencies, guess: Guess, origin: Origin): Promise<Verdict> {
  const now = dependencies.clock.now();
  const challenge = await takeGuess(tx, guess.email, homeNetwork(origin.ip), now);
  if (!challenge) return 'refused';
  const limits = [
    ...(challenge.isSameNetwork ? [] : [foreignCodeLimit(dependencies, challenge.adminId)]),
    codeLimit(dependencies, challenge.adminId),
  ];
  for (const limit of limits) {
    const waitS = await takeAttempt(tx, limit);
    // Strangers must not learn that a sign-in is waiting.
    if (waitS !== null) return challenge.isSameNetwork ? { waitS } : 'refused';
  }
  const factor = await factorOf(tx, dependencies, challenge, guess.otp, now);
  // The code may be older than OIDC_ONLY.
  const mayOpen = factor && (await maySignInWithPassword(tx, dependencies, challenge.adminId));
  if (!mayOpen || !(await consumeChallenge(tx, challenge.challengeId, now))) {
    await writeAudit(
      tx,
      { ...origin.actor, name: challenge.email },
      'auth.sign_in_failed',
      ['admin', challenge.adminId],
      { after: { step: 'code', userAgent: origin.userAgent } },
    );
    if (challenge.method === 'authenticator') await warnOwner(tx, dependencies, challenge);
    return 'refused';
  }
  for (const { key } of limits) await uncountAttempt(tx, key);
  return { opened: await openSession(tx, { ...challenge, factor, remember: guess.remember }, origin, now) };
}

/** Mails the owner of an app after ten wrong codes. An owner without an app gets a mail for each sign-in anyway. */
async function warnOwner(tx: Tx, dependencies: AuthDependencies, { adminId, email }: GuessedChallenge): Promise<void> {
  if ((await takeAttempt(tx, appCodeLimit(dependencies, adminId))) === null) return;
  if ((await takeAttempt(tx, appCodeMailLimit(dependencies, adminId))) !== null) return;
  await mailOwner(tx, dependencies, { to: email, about: 'wrong_app_codes' });
}

/** @returns the factor of the code, or undefined if it is wrong or used */
async function factorOf(
  tx: Tx,
  dependencies: AuthDependencies,
  { method, adminId, challengeId, codeHash }: GuessedChallenge,
  code: string,
  now: Date,
): Promise<Factor | undefined> {
  if (method === 'authenticator') return useSecondFactor(tx, dependencies, adminId, code, now);
  // The app may have been added while the code was mailed.
  if (await hasAuthenticator(tx, adminId)) return undefined;
  return sameSecret(hashOfCode(dependencies.authKey, challengeId, code), codeHash) ? 'email' : undefined;
}
