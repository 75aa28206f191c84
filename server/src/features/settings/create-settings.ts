import type { AppSecrets } from '#platform/config/index.ts';
import { newAlphanumeric, WRONG_APP_SECRET, type SecretBox } from '#platform/crypto/index.ts';
import type { Queryable, Tx } from '#platform/database/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { SealedColumn } from '#platform/stored-secrets/index.ts';
import { DEFAULT_SYSTEM_NAME, SECURITY_TOKEN_LENGTH } from '@muneem/contract/settings';
import {
  findSettings,
  insertSettings,
  lockSettings,
  updateSettingsRow,
  type SettingsRow,
} from './settings.repository.ts';

/** Settings with secrets in clear. Never sent to a client. */
export interface CurrentSettings extends Omit<
  SettingsRow,
  'securityTokenSealed' | 'oldSecurityTokenSealed' | 'oldSecurityTokenUntil' | 'bulkpeApiKeySealed' | 'setUpDismissedAt'
> {
  readonly securityToken: string;
  /** The previous token, if still accepted. Check `until`: an expired one is not removed automatically. */
  readonly oldSecurityToken: OldSecurityToken | null;
  readonly bulkpeApiKey: string | null;
}

export interface OldSecurityToken {
  readonly token: string;
  readonly until: Date;
}

export type Settings = ReturnType<typeof createSettings>;

interface SettingsDependencies extends Pick<Platform, 'database' | 'caches' | 'secrets'> {
  /** Initial values of a new installation. */
  readonly first: { readonly domain: string; readonly adminEmail?: string | undefined };
}

const SECURITY_TOKEN = 'settings.security-token';
const OLD_SECURITY_TOKEN = 'settings.old-security-token';
const BULKPE_API_KEY = 'settings.bulkpe-api-key';

export const SETTINGS_SECRETS: readonly SealedColumn[] = [
  { column: 'security_token_sealed', purpose: () => SECURITY_TOKEN },
  { column: 'old_security_token_sealed', purpose: () => OLD_SECURITY_TOKEN },
  { column: 'bulkpe_api_key_sealed', purpose: () => BULKPE_API_KEY },
].map((column) => ({ ...column, table: 'settings', key: 'singleton' }));

export function createSettings({ database, caches, secrets, first }: SettingsDependencies) {
  let cached: CurrentSettings | undefined;

  const read = caches.onChange('settings', async () => {
    const row = await findSettings(database);
    if (row) cached = openSettings(row, secrets);
  });

  return {
    /** Reads from memory. @throws Error before `load` has finished */
    current(): CurrentSettings {
      if (cached === undefined) throw new Error('the settings are not loaded yet');
      return cached;
    },
    /** Reads the row, and creates it on the first start. Call where another server's latest save matters. */
    async load(): Promise<void> {
      await insertSettings(database, {
        securityTokenSealed: secrets.seal(newAlphanumeric(SECURITY_TOKEN_LENGTH), SECURITY_TOKEN),
        domain: first.domain,
        systemName: DEFAULT_SYSTEM_NAME,
        adminEmail: first.adminEmail ?? '',
      });
      await read();
    },
    /** `alongside` belongs to the change. It does not run if Auto Payout is already so. */
    async setAutoPayout(enabled: boolean, actor: Actor, alongside?: (tx: Tx) => Promise<unknown>): Promise<void> {
      await caches.change(['settings'], async (tx) => {
        const before = await lockSettings(tx);
        if (before.autoPayoutEnabled === enabled) return;
        await alongside?.(tx);
        await updateSettingsRow(tx, { ...before, autoPayoutEnabled: enabled });
        const action = enabled ? 'settings.enable-auto-payout' : 'settings.disable-auto-payout';
        await writeAudit(tx, actor, action, ['settings', 'settings'], {
          before: { autoPayoutEnabled: before.autoPayoutEnabled },
          after: { autoPayoutEnabled: enabled },
        });
      });
    },
  };
}

export function openSettings(row: SettingsRow, secrets: SecretBox): CurrentSettings {
  return {
    ...row,
    securityToken: openSecurityToken(row, secrets),
    oldSecurityToken: openOldToken(row, secrets),
    bulkpeApiKey: row.bulkpeApiKeySealed === null ? null : secrets.open(row.bulkpeApiKeySealed, BULKPE_API_KEY),
  };
}

/** Decrypts the token. The first start encrypts it, so this verifies APP_SECRET. @throws Error of one line otherwise */
function openSecurityToken({ securityTokenSealed: sealed }: SettingsRow, secrets: SecretBox): string {
  try {
    return secrets.open(sealed, SECURITY_TOKEN);
  } catch (cause) {
    throw new Error(WRONG_APP_SECRET, { cause });
  }
}

function openOldToken(row: SettingsRow, secrets: SecretBox): OldSecurityToken | null {
  const { oldSecurityTokenSealed: sealed, oldSecurityTokenUntil: until } = row;
  return sealed === null || until === null ? null : { token: secrets.open(sealed, OLD_SECURITY_TOKEN), until };
}

export async function writeSettings(
  tx: Tx,
  secrets: SecretBox,
  row: SettingsRow,
  next: Omit<CurrentSettings, 'autoPayoutEnabled' | 'version' | 'updatedAt'>,
): Promise<CurrentSettings> {
  const updated = await updateSettingsRow(tx, {
    ...row,
    ...next,
    securityTokenSealed: secrets.seal(next.securityToken, SECURITY_TOKEN),
    oldSecurityTokenSealed: next.oldSecurityToken && secrets.seal(next.oldSecurityToken.token, OLD_SECURITY_TOKEN),
    oldSecurityTokenUntil: next.oldSecurityToken && next.oldSecurityToken.until,
    bulkpeApiKeySealed: next.bulkpeApiKey === null ? null : secrets.seal(next.bulkpeApiKey, BULKPE_API_KEY),
  });
  return openSettings(updated, secrets);
}

/**
 * Returns the one of the two secrets that encrypted this database. Before the first start it is the current one.
 * @throws Error of one line if neither did
 */
export async function findUsedSecret(q: Queryable, secrets: SecretBox, given: AppSecrets): Promise<string> {
  const row = await findSettings(q);
  if (row === null) return given.APP_SECRET;
  openSecurityToken(row, secrets);
  const isOld = secrets.isSealedByPrevious(row.securityTokenSealed, SECURITY_TOKEN);
  return (isOld ? given.APP_SECRET_PREVIOUS : undefined) ?? given.APP_SECRET;
}

export async function findPayoutKey(q: Queryable, secrets: SecretBox): Promise<string | null> {
  const row = await findSettings(q);
  return row === null ? null : openSettings(row, secrets).bulkpeApiKey;
}
