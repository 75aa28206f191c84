import * as z from '#schema';
import { trimmed } from '../http/index.ts';

/** Defaults of missing user fields (document 000 §3). */
export const USER_DEFAULTS = {
  name: 'Unnamed User',
  email: 'No Email',
  phone: 'N/A',
  gender: 'Not specified',
} as const;

/**
 * Newest completions of a user in the list and in the details. Each further call of the details adds as many older
 * ones.
 */
export const COMPLETED_OFFERS_LIMIT = { list: 10, details: 100 } as const;
/** Newest wallet entries in the details. Each further call adds as many older ones. */
export const WALLET_ENTRIES_LIMIT = 50;

/** A larger number of matches is shown as "1,000 or more". */
export const MAX_COUNTED_USERS = 1_000;

const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;

/** One line of text without control characters. */
const line = (maxLength: number, what: string) =>
  trimmed(
    z.maxLength(maxLength, `${what} can have at most ${maxLength} characters.`),
    z.regex(PRINTABLE, `${what} contains characters that cannot be stored.`),
  );

/** The user's id in the consumer app. */
export const userUid = () => line(128, 'The user ID').check(z.minLength(1, 'The user ID is required.'));

const referralCode = () =>
  trimmed(z.regex(/^[A-Za-z0-9_-]{3,32}$/, 'A referral code has 3 to 32 letters, digits, hyphens or underscores.'));

/** Empty texts count as missing. */
const contact = {
  name: z.optional(line(200, 'The name')),
  email: z.optional(
    z.union([
      z.literal(''),
      z
        .email('This is not an email address.')
        .check(z.maxLength(254, 'The email address can have at most 254 characters.')),
    ]),
  ),
  phone: z.optional(
    trimmed(
      z.regex(
        /^(\+?[0-9][0-9 ()-]{2,29})?$/,
        'A phone number has 3 to 30 digits, spaces, brackets and hyphens, and an optional + in front.',
      ),
    ),
  ),
};

/** A new user from the consumer app. */
export const newUser = z.object({
  uid: userUid(),
  ...contact,
  gender: z.optional(line(40, 'The gender')),
  /** The user's own referral code. Generated if missing. */
  referralCode: z.optional(referralCode()),
  /** The code of the friend who invited this user. */
  usedReferralCode: z.optional(referralCode()),
});
export type NewUser = z.infer<typeof newUser>;

/** A change of a user. Missing fields stay unchanged, and an empty text deletes the field. */
export const userChange = z
  .strictObject(contact)
  .check(z.refine((change) => Object.keys(change).length > 0, 'Send a name, an email address or a phone number.'));
export type UserChange = z.infer<typeof userChange>;

export const completedOffer = z.object({ id: z.string(), title: z.string(), completedAt: z.iso.datetime() });

export type CompletedOffer = z.infer<typeof completedOffer>;

/** A user in the list. Missing fields have defaults. Coins are the wallet's balance. */
export const user = z.object({
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.string(),
  coins: z.int(),
  createdAt: z.iso.datetime(),
  /** The newest completions. `completedCount` is the full number. */
  completedOffers: z.array(completedOffer),
  completedCount: z.int(),
  referralCode: z.nullable(z.string()),
  usedReferralCode: z.nullable(z.string()),
});
export type User = z.infer<typeof user>;

/** One entry of a wallet. A positive `amount` is a credit. */
export const walletEntry = z.object({
  sequence: z.int(),
  journalId: z.int(),
  kind: z.enum(['reward', 'referral', 'hold', 'settle', 'release', 'reversal', 'forfeit']),
  amount: z.int(),
  balanceAfter: z.int(),
  reason: z.nullable(z.string()),
  by: z.string(),
  at: z.iso.datetime(),
});
export type WalletEntryView = z.infer<typeof walletEntry>;

export const userDetails = z.extend(user, {
  /** Coins held for unfinished withdrawals. */
  heldCoins: z.int(),
  /** Coins of reversed rewards that the wallet did not have. A user who owes can withdraw `coins - owedCoins`, at least 0. */
  owedCoins: z.int(),
  walletEntries: z.array(walletEntry),
});
export type UserDetails = z.infer<typeof userDetails>;

/** Coins that a user can withdraw. Outstanding reversals are not available. */
export const availableCoins = ({ coins, owedCoins }: Pick<UserDetails, 'coins' | 'owedCoins'>): number =>
  Math.max(0, coins - owedCoins);
