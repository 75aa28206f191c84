import * as z from '#schema';
import { ownPasswordField } from '../auth/index.ts';
import { routesOf, success, messageAnswer } from '../http/index.ts';
import { SETTINGS_OTP_LENGTH, settingsChange, settingsCodeInput, settingsView } from './settings.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('settings');

/** 6 digits, digits only (document 001 §5). */
const SETTINGS_OTP_TEXT = 'Please enter a valid 6-digit OTP';

export const getSettings = defineRoute({
  method: 'GET',
  path: '/api/settings',
  right: rights.seeSettings,
  summary: 'The system settings; the payout key is masked',
  answer: success({ settings: settingsView }),
});

export const sendSettingsOtp = defineRoute({
  method: 'POST',
  path: '/api/settings/send-otp',
  right: rights.changeSettings,
  summary:
    'Mails a one-time code that allows exactly the change in the body; an old `version` gets 409 `version_conflict`',
  body: settingsCodeInput,
  answer: messageAnswer,
  limit: { max: 20, windowS: 900 },
});

export const verifySettingsOtp = defineRoute({
  method: 'POST',
  path: '/api/settings/verify-otp',
  right: rights.changeSettings,
  summary: 'Exchanges the code for a verification token: 10 minutes, one save',
  body: z.object({
    otp: z.string().check(z.regex(new RegExp(`^\\d{${SETTINGS_OTP_LENGTH}}$`), SETTINGS_OTP_TEXT)),
  }),
  answer: success({ message: z.string(), verificationToken: z.string() }),
  limit: { max: 60, windowS: 900 },
});

export const updateSettings = defineRoute({
  method: 'PUT',
  path: '/api/settings',
  right: rights.changeSettings,
  summary: 'Saves the change that the verification token allows',
  body: z.extend(settingsChange, {
    verificationToken: z.string().check(z.minLength(1, 'A verification token is required.'), z.maxLength(200)),
  }),
  answer: success({ message: z.string(), settings: settingsView }),
});

export const endOldSecurityKey = defineRoute({
  method: 'POST',
  path: '/api/settings/end-old-security-key',
  right: rights.changeSettings,
  summary: 'Ends the previous security token before its expiry',
  answer: success({ message: z.string(), settings: settingsView }),
});

export const revealBulkpeApiKey = defineRoute({
  method: 'POST',
  path: '/api/settings/reveal-api-key',
  right: rights.changeSettings,
  summary: 'Reveals the payout key. Asks for your password and mails all owners',
  body: z.object({ password: ownPasswordField }),
  answer: success({ bulkpeApiKey: z.string() }),
  limit: { max: 20, windowS: 900 },
});
