import * as z from '#schema';
import { defineRoute } from '../http/index.ts';
import { getSettings, sendSettingsOtp, updateSettings, verifySettingsOtp } from './settings.api.ts';
import { settingsView } from './settings.ts';

/*
 * The calls of System Settings as a screen reads them. Another server may leave out fields that are not in document 001
 * §3 and §7.
 */

const success = z._default(z.literal(true), true);
const orEmpty = z._default(z.string(), '');

const readView = z.extend(settingsView, {
  adminEmail: orEmpty,
  systemName: orEmpty,
  bulkpeApiKey: orEmpty,
  oldSecurityKey: z._default(settingsView.shape.oldSecurityKey, null),
  autoPayoutFlags: z.optional(settingsView.shape.autoPayoutFlags),
  autoPayoutUserLimit: z.optional(settingsView.shape.autoPayoutUserLimit),
  autoPayoutDayLimit: z.optional(settingsView.shape.autoPayoutDayLimit),
  updatedAt: orEmpty,
  version: z.optional(settingsView.shape.version),
});
/** Settings of our server or another. Without a version a stale form cannot be detected. */
export type SettingsRead = z.infer<typeof readView>;

const whole = z.object({ success, settings: readView });

/** Document 001 §7 does not say under which key the fields are. */
export const readSettings = defineRoute({
  ...getSettings,
  answer: z.union([
    whole,
    z.pipe(
      readView,
      z.transform((settings) => ({ success: true as const, settings })),
    ),
  ]),
});

export const askForCode = defineRoute({ ...sendSettingsOtp, answer: z.object({ success, message: orEmpty }) });

export const exchangeCode = defineRoute({
  ...verifySettingsOtp,
  answer: z.object({ success, verificationToken: z.string() }),
});

export const saveSettings = defineRoute({ ...updateSettings, answer: whole });
