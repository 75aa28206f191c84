import { getSettings } from '@muneem/contract/settings';
import type { Mailbox } from '../mailbox/index.ts';
import { changeSettings } from './change-settings.ts';
import type { AdminCalls } from './sign-in-admin.ts';

/** Sets the payout provider's key as an admin does: in the settings, with a mailed code. */
export async function setPayoutKey(
  admin: AdminCalls,
  mailbox: Mailbox,
  adminEmail: string,
  apiKey: string,
): Promise<void> {
  const { settings } = await admin.call(getSettings, {});
  if (settings.bulkpeApiKey.slice(-4) === apiKey.slice(-4)) return;
  await changeSettings(admin, mailbox, adminEmail, { bulkpeApiKey: apiKey });
}
