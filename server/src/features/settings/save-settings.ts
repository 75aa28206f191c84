import { SETTING_NAMES, type SettingsChange } from '@muneem/contract/settings';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { hashToken } from '#platform/crypto/index.ts';
import type { Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { askSecondPerson, onceLimited } from '#features/second-person/index.ts';
import { openSettings, writeSettings, type CurrentSettings, type Settings } from './create-settings.ts';
import { changed, diffSettings, oldTokenAfter, requestedChange, settingsConflict } from './settings-change.ts';
import { allowsChange, hashOfChange } from './settings-codes.ts';
import { lockSettings, useToken } from './settings.repository.ts';

export interface SaveSettingsDependencies extends Pick<Platform, 'clock' | 'caches' | 'secrets'> {
  readonly settings: Settings;
}

/**
 * Saves a change with the token issued for exactly it. Refusals are thrown after the commit: they use up the token.
 * @throws AppError `forbidden` without a valid token for this change, `version_conflict` if the settings changed
 */
export async function saveSettings(
  { clock, caches, secrets, settings }: SaveSettingsDependencies,
  adminId: string,
  { verificationToken, ...body }: SettingsChange & { verificationToken: string },
  actor: Actor,
): Promise<CurrentSettings> {
  const refusal = await caches.change(['settings'], async (tx): Promise<AppError | null> => {
    const row = await lockSettings(tx);
    const current = openSettings(row, secrets);
    const { confirms } = actor;
    // The proposer has used the code.
    const used = confirms
      ? { settingsVersion: row.version, changeHash: null }
      : await useToken(tx, { tokenHash: hashToken(verificationToken), adminId, now: clock.now() });
    if (!used) return forbidden('The verification has expired or was already used. Please request a new code.');
    const change = requestedChange(body, current);
    const lines = diffSettings(change, current);
    const fields = lines.map(({ field }) => field);
    if (used.settingsVersion !== row.version)
      return auditSpentToken(tx, actor, settingsConflict(), { reason: 'the settings were changed meanwhile', fields });
    if (used.changeHash !== null && !allowsChange(used.changeHash, change)) {
      const other = forbidden('The code was requested for another change. Please request a new code.');
      return auditSpentToken(tx, actor, other, { reason: 'the code was for another change', fields });
    }
    const sensitive = fields.filter((field) => SECOND_PERSON_FIELDS.has(field));
    await askSecondPerson(
      tx,
      actor,
      () => (sensitive.length === 0 ? Promise.resolve(null) : onceLimited(tx, `A change of ${namesOf(sensitive)}`)),
      () => ({
        title: `Change the settings: ${lines.map(({ field, before, after }) => `${SETTING_NAMES[field]}: ${before || '(empty)'} → ${after || '(empty)'}`).join('; ')}`,
        record: ['settings', 'settings'],
        amountPaise: null,
        // The lines show only the last characters of a key.
        facts: { version: row.version, lines, change: hashOfChange(change) },
      }),
    );
    const oldSecurityToken = oldTokenAfter(change, current, clock.now());
    await writeSettings(tx, secrets, row, { ...changed(current, change), oldSecurityToken });
    await writeAudit(tx, actor, 'settings.save', ['settings', 'settings'], {
      before: Object.fromEntries(lines.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(lines.map(({ field, after }) => [field, after])),
    });
    return null;
  });
  if (refusal) throw refusal;
  return settings.current();
}

/** Once a limit for one person is set, their change needs two. */
const SECOND_PERSON_FIELDS = new Set<string>([
  'securityKey',
  'bulkpeApiKey',
  // Auto Payout pays without a person, so its limits bound what the owner who raises them can pay.
  'autoPayoutDayLimit',
  'autoPayoutUserLimit',
  'autoPayoutFlags',
  'secondPersonWithdrawal',
  'secondPersonDay',
  'secondPersonRun',
  'secondPersonManualDay',
] satisfies (keyof SettingsChange)[]);

const namesOf = (fields: readonly (keyof typeof SETTING_NAMES)[]): string =>
  fields.map((field) => `“${SETTING_NAMES[field]}”`).join(', ');

/** Audits an attempt that used up a token without a save. */
async function auditSpentToken(
  tx: Tx,
  actor: Actor,
  refusal: AppError,
  tried: Record<string, unknown>,
): Promise<AppError> {
  await writeAudit(tx, actor, 'settings.refuse-save', ['settings', 'settings'], { after: tried });
  return refusal;
}

const forbidden = (userMessage: string): AppError => new AppError('forbidden', userMessage);
