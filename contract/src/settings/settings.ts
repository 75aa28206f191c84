import * as z from 'zod/mini';
import { WITHDRAWAL_FLAGS } from '../withdrawals/index.ts';

/** Characters of a generated security token (document 001 §9). */
export const SECURITY_TOKEN_LENGTH = 32;
export const SETTINGS_OTP_LENGTH = 6;
/** The product's name until the settings give it another, and again when that is taken away. */
export const DEFAULT_SYSTEM_NAME = 'Muneem';
/** How long the security token before the current one holds, where that is asked for. */
export const OLD_SECURITY_KEY_LIFE_MS = 24 * 3_600_000;
/** Replaces all but the last characters of a stored key. */
export const KEY_MASK = '••••••••';

/** `••••••••1234`; empty for no key. */
export const maskKey = (key: string | null): string => (key === null || key === '' ? '' : KEY_MASK + key.slice(-4));

const singleLine = /^[^\p{Cc}]*$/u;

const LIMIT_MAX_RUPEES = 1_000_000_000;
const limitText = `Use whole rupees from 1 to ${LIMIT_MAX_RUPEES}.`;
const rupeeLimit = z.int(limitText).check(z.gte(1, limitText), z.lte(LIMIT_MAX_RUPEES, limitText));

const DOMAIN_MAX_LENGTH = 253;
const DOMAIN_TOO_LONG = 'The domain is too long.';

/** Walked from the end: an expression like /\/+$/ begins anew at every slash that another character follows. */
function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** `example.com` counts as `https://example.com`; the trailing slash goes. */
const withScheme = (text: string): string => {
  const trimmed = withoutEndSlashes(text.trim());
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
};

function isWebOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  );
}

/** The fields that a person may change, as they are sent and asked a code for. A field left out stays as it is. */
export const settingsChange = z.object({
  securityKey: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Security token is required.'),
        z.minLength(16, 'The security token needs at least 16 characters.'),
        z.maxLength(128, 'The security token may have at most 128 characters.'),
        z.regex(
          /^[A-Za-z0-9._~-]*$/,
          'The security token may only have letters, digits, dot, underscore, tilde and hyphen.',
        ),
      ),
  ),
  /** With another `securityKey`: the previous one expires in 24 hours. */
  keepOldSecurityKey: z.optional(z.boolean()),
  domain: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(DOMAIN_MAX_LENGTH, { error: DOMAIN_TOO_LONG, abort: true }),
      z.overwrite(withScheme),
      z.minLength(1, 'Domain is required.'),
      z.maxLength(DOMAIN_MAX_LENGTH, DOMAIN_TOO_LONG),
      z.refine((text) => text === '' || isWebOrigin(text), 'Use a domain like https://rewards.example.com'),
    ),
  ),
  /** Empty gives the default name back. */
  systemName: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(60, 'The system name may have at most 60 characters.'),
        z.regex(singleLine, 'The system name must be one line.'),
      ),
  ),
  adminEmail: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(254, 'The e-mail address is too long.'),
      z.refine(
        (text) => text === '' || z.email().safeParse(text).success,
        'Use an e-mail address like name@example.com',
      ),
    ),
  ),
  /** The masked key, as it was read, keeps the stored one; empty removes it. */
  bulkpeApiKey: z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(512, 'The key is too long.'), z.regex(singleLine, 'The key must be one line.')),
  ),
  /** Flags with which Auto Payout leaves a withdrawal to a person. */
  autoPayoutFlags: z.optional(
    z.array(z.enum(WITHDRAWAL_FLAGS)).check(
      z.maxLength(WITHDRAWAL_FLAGS.length),
      // One order, so that the same choice is no change.
      z.overwrite((kinds) => WITHDRAWAL_FLAGS.filter((kind) => kinds.includes(kind))),
    ),
  ),
  /** Rupees that Auto Payout approves for one user in a day of Asia/Kolkata; null: AUTO_PAYOUT_MAX_RUPEES. */
  autoPayoutUserLimit: z.optional(z.nullable(rupeeLimit)),
  /** Rupees that Auto Payout approves in total in a day of Asia/Kolkata. */
  autoPayoutDayLimit: z.optional(rupeeLimit),
});
export type SettingsChange = z.infer<typeof settingsChange>;

/** The change that a code allows, and its settings version. Without `version` it applies to any. */
export const settingsCodeInput = z.extend(settingsChange, { version: z.optional(z.int().check(z.minimum(1))) });

/** The settings as an admin reads them; the provider's key is masked. */
export const settingsView = z.object({
  securityKey: z.string(),
  domain: z.string(),
  adminEmail: z.string(),
  systemName: z.string(),
  bulkpeApiKey: z.string(),
  /** The token before, masked, while it still holds. */
  oldSecurityKey: z.nullable(z.object({ masked: z.string(), endsAt: z.iso.datetime() })),
  autoPayoutFlags: z.array(z.enum(WITHDRAWAL_FLAGS)),
  autoPayoutUserLimit: z.nullable(z.number()),
  autoPayoutDayLimit: z.number(),
  updatedAt: z.string(),
  /** Goes up with every change; to be sent with the question for a code. */
  version: z.int(),
});
export type SettingsView = z.infer<typeof settingsView>;

/** Where an ad network would report to, as an example; `{click_id}` is left for the network to fill. */
export const samplePostbackUrl = ({ domain, securityKey }: { domain: string; securityKey: string }): string =>
  `${withScheme(domain)}/postback?event=install&token=${encodeURIComponent(securityKey)}&click_id={click_id}`;
