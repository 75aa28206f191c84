import { sendSettingsOtp, updateSettings, verifySettingsOtp, type SettingsChange } from '@muneem/contract/settings';
import type { Mailbox } from '../mailbox/index.ts';
import type { AdminCalls } from './sign-in-admin.ts';

/** Saves settings as an admin does: with a mailed code. */
export async function changeSettings(
  admin: AdminCalls,
  mailbox: Mailbox,
  adminEmail: string,
  change: SettingsChange,
): Promise<void> {
  const since = new Date();
  await admin.call(sendSettingsOtp, { body: change });
  const { code = '' } = await mailbox.waitForMail(adminEmail, { since, fits: ({ code }) => code !== undefined });
  const { verificationToken } = await admin.call(verifySettingsOtp, { body: { otp: code } });
  await admin.call(updateSettings, { body: { ...change, verificationToken } });
}
