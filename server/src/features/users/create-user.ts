import type { NewUser } from '@muneem/contract/users';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { newAlphanumeric } from '#platform/crypto/index.ts';
import { brokenConstraint, type Tx } from '#platform/database/index.ts';
import { openWallets } from '#features/ledger/index.ts';
import { lockUserByReferralCode, insertUser, type UserRow } from './users.repository.ts';

const REFERRAL_CODE_LENGTH = 10;

/**
 * Creates and audits a user with an empty wallet, in the caller's transaction. A deleted user's uid stays taken.
 * @throws AppError `conflict` if the uid or referral code is taken; `validation_failed` if the used referral code
 * is unknown or the user's own
 */
export async function createUser(tx: Tx, { clock }: { clock: Clock }, user: NewUser, actor: Actor): Promise<UserRow> {
  if (user.usedReferralCode !== undefined) await requireOtherReferrer(tx, user, user.usedReferralCode);
  const referralCode = user.referralCode ?? newAlphanumeric(REFERRAL_CODE_LENGTH);
  const created = await insertUser(tx, { ...user, referralCode, createdAt: clock.now(), ip: actor.ip }).catch(
    (error: unknown) => {
      throw taken(error) ?? error;
    },
  );
  await openWallets(tx, [created.id]);
  await writeAudit(tx, actor, 'users.create', ['user', created.uid], { after: created });
  return created;
}

/** Refuses a referral code that belongs to the same person, under any account. */
async function requireOtherReferrer(tx: Tx, user: NewUser, code: string): Promise<void> {
  const referrer = await lockUserByReferralCode(tx, code);
  if (code === user.referralCode || (referrer !== null && isSamePerson(user, referrer))) {
    throw refused('Your own referral code cannot be used.');
  }
  if (referrer === null) throw refused('Referral code not found.');
}

/** An Indian number has ten digits. A country code or a zero before them changes nothing. */
const phoneKey = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);

/** Without a tag: `me+2@example.com` is delivered to `me@example.com`. */
const emailKey = (email: string): string => email.toLowerCase().replace(/(?!^)\+[^@]*/, '');

export function isSamePerson(user: Pick<NewUser, 'uid' | 'email' | 'phone'>, referrer: UserRow): boolean {
  const sameEmail = !!user.email && referrer.email !== null && emailKey(user.email) === emailKey(referrer.email);
  const samePhone = !!user.phone && referrer.phone !== null && phoneKey(user.phone) === phoneKey(referrer.phone);
  return user.uid === referrer.uid || sameEmail || samePhone;
}

const refused = (message: string): AppError =>
  new AppError('validation_failed', message, { fields: { usedReferralCode: message } });

function taken(cause: unknown): AppError | undefined {
  switch (brokenConstraint(cause)) {
    case 'users_uid_key':
      return new AppError('conflict', 'This user ID is taken.', { fields: { uid: 'This user ID is taken.' }, cause });
    case 'users_referral_code_key':
      return new AppError('conflict', 'This referral code is taken.', {
        fields: { referralCode: 'This referral code is taken.' },
        cause,
      });
    default:
      return undefined;
  }
}
