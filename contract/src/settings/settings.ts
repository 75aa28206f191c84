import * as z from '#schema';
import { trimmed } from '../http/index.ts';
import { WITHDRAWAL_FLAGS } from '../withdrawals/index.ts';

/** Characters of a generated security token (document 001 §9). */
export const SECURITY_TOKEN_LENGTH = 32;
export const SETTINGS_OTP_LENGTH = 6;
/** The product's name while the settings have none. */
export const DEFAULT_SYSTEM_NAME = 'Muneem';
/** Life of the previous security token, if it is kept. */
export const OLD_SECURITY_KEY_LIFE_MS = 24 * 3_600_000;
/** Replaces all but the last characters of a stored key. */
export const KEY_MASK = '••••••••';

/** `••••••••1234`; empty for no key. */
export const maskKey = (key: string | null): string => (key === null || key === '' ? '' : KEY_MASK + key.slice(-4));

const SINGLE_LINE = /^[^\p{Cc}]*$/u;

const LIMIT_MAX_RUPEES = 1_000_000_000;
const LIMIT_INVALID = 'Use whole rupees from 1 to 1,00,00,00,000.';
const rupeeLimit = z.int(LIMIT_INVALID).check(z.gte(1, LIMIT_INVALID), z.lte(LIMIT_MAX_RUPEES, LIMIT_INVALID));

const DOMAIN_MAX_LENGTH = 253;
const DOMAIN_TOO_LONG = 'The domain is too long.';

/** Scans from the end. An expression like /\/+$/ is quadratic for a text of many slashes. */
function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** `example.com` → `https://example.com`. Removes a trailing slash. */
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

/** The settings that an admin can change. A missing field stays unchanged. */
export const settingsChange = z.object({
  securityKey: z.optional(
    trimmed(
      z.minLength(1, 'Security token is required.'),
      z.minLength(16, 'The security token needs at least 16 characters.'),
      z.maxLength(128, 'The security token may have at most 128 characters.'),
      z.regex(
        /^[A-Za-z0-9._~-]*$/,
        'The security token may only have letters, digits, dot, underscore, tilde and hyphen.',
      ),
    ),
  ),
  /** Only with a new `securityKey`: the previous one expires after 24 hours. */
  keepOldSecurityKey: z.optional(z.boolean()),
  domain: z.optional(
    trimmed(
      z.maxLength(DOMAIN_MAX_LENGTH, { error: DOMAIN_TOO_LONG, abort: true }),
      z.overwrite(withScheme),
      z.minLength(1, 'Domain is required.'),
      z.maxLength(DOMAIN_MAX_LENGTH, DOMAIN_TOO_LONG),
      z.refine((text) => text === '' || isWebOrigin(text), 'Use a domain like https://rewards.example.com'),
    ),
  ),
  /** Empty restores the default name. */
  systemName: z.optional(
    trimmed(
      z.maxLength(60, 'The system name may have at most 60 characters.'),
      z.regex(SINGLE_LINE, 'The system name must be one line.'),
    ),
  ),
  adminEmail: z.optional(
    trimmed(
      z.maxLength(254, 'The email address is too long.'),
      z.refine(
        (text) => text === '' || z.email().safeParse(text).success,
        'Use an email address like name@example.com',
      ),
    ),
  ),
  /** The masked key keeps the stored key. Empty removes it. */
  bulkpeApiKey: z.optional(
    trimmed(z.maxLength(512, 'The key is too long.'), z.regex(SINGLE_LINE, 'The key must be one line.')),
  ),
  /** Flags with which Auto Payout leaves a withdrawal to an admin. */
  autoPayoutFlags: z.optional(
    z.array(z.enum(WITHDRAWAL_FLAGS)).check(
      z.maxLength(WITHDRAWAL_FLAGS.length),
      // Sorted, so that the same choice is not a change.
      z.overwrite((kinds) => WITHDRAWAL_FLAGS.filter((kind) => kinds.includes(kind))),
    ),
  ),
  /** Rupees that Auto Payout approves per user and day in Asia/Kolkata. Null: AUTO_PAYOUT_MAX_RUPEES. */
  autoPayoutUserLimit: z.optional(z.nullable(rupeeLimit)),
  /** Rupees that Auto Payout approves per day in Asia/Kolkata. */
  autoPayoutDayLimit: z.optional(rupeeLimit),
  /** Limits for one person, in rupees. Null: no limit. Above them a second person confirms. */
  secondPersonWithdrawal: z.optional(z.nullable(rupeeLimit)),
  secondPersonDay: z.optional(z.nullable(rupeeLimit)),
  secondPersonRun: z.optional(z.nullable(rupeeLimit)),
  secondPersonManualDay: z.optional(z.nullable(rupeeLimit)),
});
export type SettingsChange = z.infer<typeof settingsChange>;

/** The change that a code allows, and the settings' version. Without `version` it applies to any version. */
export const settingsCodeInput = z.extend(settingsChange, { version: z.optional(z.int().check(z.minimum(1))) });

/** The settings in an answer. The provider's key is masked. */
export const settingsView = z.object({
  securityKey: z.string(),
  domain: z.string(),
  adminEmail: z.string(),
  systemName: z.string(),
  bulkpeApiKey: z.string(),
  /** The previous token, masked, until it expires. */
  oldSecurityKey: z.nullable(z.object({ masked: z.string(), endsAt: z.iso.datetime() })),
  autoPayoutFlags: z.array(z.enum(WITHDRAWAL_FLAGS)),
  autoPayoutUserLimit: z.nullable(z.number()),
  autoPayoutDayLimit: z.number(),
  secondPersonWithdrawal: z.nullable(z.number()),
  secondPersonDay: z.nullable(z.number()),
  secondPersonRun: z.nullable(z.number()),
  secondPersonManualDay: z.nullable(z.number()),
  updatedAt: z.string(),
  /** Rises with every change. Send it with `send-otp`. */
  version: z.int(),
});
export type SettingsView = z.infer<typeof settingsView>;

/** Returns an example of a postback URL. The network fills in `{click_id}`. */
export const samplePostbackUrl = ({ domain, securityKey }: { domain: string; securityKey: string }): string =>
  `${withScheme(domain)}/postback?event=install&token=${encodeURIComponent(securityKey)}&click_id={click_id}`;
