import {
  endOldSecurityKey,
  getSettings,
  maskKey,
  revealBulkpeApiKey,
  sendSettingsOtp,
  updateSettings,
  verifySettingsOtp,
  type SettingsView,
} from '@muneem/contract/settings';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import type { CurrentSettings } from './create-settings.ts';
import { endOldToken } from './end-old-token.ts';
import { revealApiKey, type RevealDependencies } from './reveal-api-key.ts';
import { saveSettings, type SaveSettingsDependencies } from './save-settings.ts';
import { sendSettingsCode, verifySettingsCode, type SettingsCodeDependencies } from './settings-codes.ts';

export type SettingsDependencies = SaveSettingsDependencies & SettingsCodeDependencies & RevealDependencies;

export function registerSettingsRoutes(http: HttpServer, dependencies: SettingsDependencies): void {
  const { clock, settings } = dependencies;

  registerRoute(http, getSettings, async () => ({
    settings: view(settings.current(), clock.now()),
  }));
  registerRoute(http, sendSettingsOtp, async ({ admin, body }) => {
    await sendSettingsCode(dependencies, admin, body);
    return { message: `OTP sent to ${maskEmail(admin.email)}` };
  });
  registerRoute(http, verifySettingsOtp, async ({ admin, body, actor }) => {
    const verificationToken = await verifySettingsCode(dependencies, admin, body.otp, actor);
    return { message: 'OTP verified', verificationToken };
  });
  registerRoute(http, updateSettings, async ({ admin, body, actor }) => {
    const saved = await saveSettings(dependencies, admin.adminId, body, actor);
    return { message: 'Settings updated successfully', settings: view(saved, clock.now()) };
  });
  registerRoute(http, endOldSecurityKey, async ({ actor }) => {
    const saved = await endOldToken(dependencies, actor);
    return { message: 'The old security token was ended', settings: view(saved, clock.now()) };
  });
  registerRoute(http, revealBulkpeApiKey, async ({ admin, body, actor }) => ({
    bulkpeApiKey: await revealApiKey(dependencies, admin, body.password, actor),
  }));
}

const view = (current: CurrentSettings, now: Date): SettingsView => ({
  securityKey: current.securityToken,
  domain: current.domain,
  adminEmail: current.adminEmail,
  systemName: current.systemName,
  bulkpeApiKey: maskKey(current.bulkpeApiKey),
  oldSecurityKey: oldKeyView(current, now),
  autoPayoutFlags: [...current.autoPayoutFlags],
  autoPayoutUserLimit: current.autoPayoutUserLimitRupees,
  autoPayoutDayLimit: current.autoPayoutDayLimitRupees,
  secondPersonWithdrawal: current.secondPersonWithdrawalRupees,
  secondPersonDay: current.secondPersonDayRupees,
  secondPersonRun: current.secondPersonRunRupees,
  secondPersonManualDay: current.secondPersonManualDayRupees,
  updatedAt: current.updatedAt.toISOString(),
  version: current.version,
});

const oldKeyView = ({ oldSecurityToken: old }: CurrentSettings, now: Date): SettingsView['oldSecurityKey'] =>
  old && old.until > now ? { masked: maskKey(old.token), endsAt: old.until.toISOString() } : null;

/** Returns `a•••@example.com`. */
const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1•••$2');
