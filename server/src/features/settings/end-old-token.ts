import { maskKey } from '@muneem/contract/settings';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { openSettings, writeSettings, type CurrentSettings } from './create-settings.ts';
import type { SaveSettingsDependencies } from './save-settings.ts';
import { lockSettings } from './settings.repository.ts';

/** Ends the previous security token. Needs no code, because it only reduces access. @throws AppError `wrong_state` */
export async function endOldToken(
  { clock, caches, secrets, settings }: SaveSettingsDependencies,
  actor: Actor,
): Promise<CurrentSettings> {
  await caches.change(['settings'], async (tx) => {
    const row = await lockSettings(tx);
    const current = openSettings(row, secrets);
    const old = current.oldSecurityToken;
    if (!old || old.until <= clock.now()) {
      throw new AppError('wrong_state', 'The old security token has already ended.');
    }
    await writeSettings(tx, secrets, row, { ...current, oldSecurityToken: null });
    await writeAudit(tx, actor, 'settings.end-old-security-key', ['settings', 'settings'], {
      before: { oldSecurityKey: maskKey(old.token), endsAt: old.until },
      after: { oldSecurityKey: 'none' },
    });
  });
  return settings.current();
}
