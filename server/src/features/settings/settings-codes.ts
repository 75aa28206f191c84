import { hash } from 'node:crypto';
import { SETTINGS_OTP_LENGTH, type SettingsChange } from '@muneem/contract/settings';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { hashToken, keyedHash, newNumericCode, newToken, sameSecret } from '#platform/crypto/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { Mailer } from '#platform/mailer/index.ts';
import { settingsCodeMail } from './settings-mail.ts';
import { diffSettings, requestedChange, settingsConflict } from './settings-change.ts';
import type { Settings } from './create-settings.ts';
import {
  countCodeFailure,
  countRecentCodes,
  deleteCode,
  insertCode,
  lockCodesOf,
  lockUsableCode,
  turnCodeIntoToken,
} from './settings.repository.ts';

export interface SettingsCodeDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly mailer: Mailer;
  readonly settings: Settings;
  /** 32 bytes, used only for these codes. */
  readonly codeKey: Buffer;
  readonly publicUrl: string;
}

interface CodeOwner {
  readonly adminId: string;
  readonly email: string;
}

const CODE_LIFE_MS = 5 * 60_000;
const TOKEN_LIFE_MS = 10 * 60_000;
const FAILURES_PER_CODE = 5;
/** For all codes of an admin. */
const WINDOW_MS = 15 * 60_000;
const FAILURES_PER_WINDOW = 10;
const CODES_PER_WINDOW = 12;

/** The documented call has no body, so its code allows any one save. Its mail says so. */
const ANY_CHANGE = 'any';

/** Hashes the fields and values of one change, to bind a code to it. */
export const hashOfChange = (change: SettingsChange): string =>
  hash('sha256', JSON.stringify(Object.entries(change).sort(([a], [b]) => (a < b ? -1 : 1))), 'hex');

/**
 * Mails a code for a change. @param version the settings' version that the change is based on, if sent
 * @throws AppError `rate_limited`, `mail_unavailable`, `bad_request` for a change of nothing, `version_conflict`
 */
export async function sendSettingsCode(
  { database, clock, mailer, settings, codeKey, publicUrl }: SettingsCodeDependencies,
  owner: CodeOwner,
  { version, ...body }: SettingsChange & { readonly version?: number | undefined },
): Promise<void> {
  // The cache may be half a second old, and another server may have just saved.
  await settings.load();
  const current = settings.current();
  if (version !== undefined && version !== current.version) throw settingsConflict();
  const change = requestedChange(body, current);
  const named = Object.keys(body).length > 0;
  const lines = diffSettings(change, current);
  if (named && lines.length === 0)
    throw new AppError('bad_request', 'There is nothing to save: no setting was changed.');

  const code = newNumericCode(SETTINGS_OTP_LENGTH);
  const now = clock.now();
  const id = await transaction(database, async (tx) => {
    await lockCodesOf(tx, owner.adminId);
    const recent = await countRecentCodes(tx, owner.adminId, new Date(now.getTime() - WINDOW_MS));
    if (recent.codes >= CODES_PER_WINDOW || recent.failures >= FAILURES_PER_WINDOW) throw tooMany();
    return insertCode(tx, {
      adminId: owner.adminId,
      changeHash: named ? hashOfChange(change) : ANY_CHANGE,
      settingsVersion: current.version,
      codeHash: keyedHash(codeKey, `${owner.adminId}:${code}`),
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_LIFE_MS),
    });
  });
  try {
    await mailer.send(
      settingsCodeMail({
        to: owner.email,
        systemName: current.systemName,
        publicUrl,
        code,
        lines: named ? lines : null,
      }),
    );
  } catch (error) {
    await deleteCode(database, id);
    throw error;
  }
}

/**
 * Exchanges a code for a token that allows one save within 10 minutes.
 * @throws AppError `invalid_otp`. A code ends after 5 wrong guesses; 10 in 15 minutes lock this admin's codes
 */
export async function verifySettingsCode(
  { database, clock, codeKey }: SettingsCodeDependencies,
  { adminId }: CodeOwner,
  otp: string,
  actor: Actor,
): Promise<string> {
  const now = clock.now();
  const token = newToken();
  const verdict = await transaction(database, async (tx) => {
    await lockCodesOf(tx, adminId);
    const { failures } = await countRecentCodes(tx, adminId, new Date(now.getTime() - WINDOW_MS));
    if (failures >= FAILURES_PER_WINDOW) return 'too_many';
    const code = await lockUsableCode(tx, adminId, now);
    if (!code || code.failures >= FAILURES_PER_CODE) return 'wrong';
    if (!sameSecret(keyedHash(codeKey, `${adminId}:${otp}`), code.codeHash)) {
      await countCodeFailure(tx, code.id);
      await writeAudit(tx, actor, 'settings.wrong-code', ['settings', 'settings']);
      return 'wrong';
    }
    await turnCodeIntoToken(tx, code.id, hashToken(token), new Date(now.getTime() + TOKEN_LIFE_MS));
    return 'right';
  });
  if (verdict === 'right') return token;
  throw verdict === 'too_many' ? tooMany() : new AppError('invalid_otp', 'Invalid OTP');
}

/** Returns whether a token issued for `hash` allows this change. */
export const allowsChange = (hash: string, change: SettingsChange): boolean =>
  hash === ANY_CHANGE || hash === hashOfChange(change);

const tooMany = (): AppError =>
  new AppError('rate_limited', 'Too many codes or wrong attempts. Please try again in 15 minutes.', {
    retryAfterS: 900,
  });
