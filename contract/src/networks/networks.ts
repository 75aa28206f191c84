import * as z from '#schema';
import { trimmed } from '../http/index.ts';
import { networkDialect } from './network-dialect.ts';
import {
  CURRENCIES,
  isRate,
  NETWORK_LIMITS as LIMITS,
  NETWORK_TEXTS as TEXTS,
  payoutParamProblem,
} from './network-rules.ts';

const tooLong = (max: number): string => `Use at most ${max} characters`;
const isSingleLine = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);
const line = (max: number) =>
  trimmed(z.maxLength(max, tooLong(max)), z.refine(isSingleLine, 'Use a single line of text'));

/**
 * The body of POST and PUT. A missing optional field gets its default on POST and keeps its value on PUT.
 */
export const networkInput = z.object({
  /** Unique without case, also among archived networks. */
  name: line(LIMITS.name).check(z.minLength(1, TEXTS.name)),
  contactEmail: z.optional(
    line(LIMITS.email).check(z.refine((text) => text === '' || z.email().safeParse(text).success, TEXTS.contactEmail)),
  ),
  /** ISO 4217. It cannot change while the network has rates. */
  currency: z.optional(
    z.string(TEXTS.currency).check(
      z.trim(),
      z.toUpperCase(),
      z.refine((code) => CURRENCIES.includes(code), TEXTS.currency),
    ),
  ),
  /** The postback parameter with the amount that the network pays. */
  payoutParam: z.optional(
    line(LIMITS.paramName).check(
      z.refine((name) => payoutParamProblem(name) === undefined, {
        error: ({ input }) => payoutParamProblem(String(input)) ?? '',
      }),
    ),
  ),
  /** True: a comma in an amount is its decimal sign. */
  decimalComma: z.optional(z.boolean()),
  note: z.optional(trimmed(z.maxLength(LIMITS.note, tooLong(LIMITS.note)))),
  /** Null: its postbacks are read by the general rules only. */
  dialect: z.optional(z.nullable(networkDialect)),
});
export type NetworkInput = z.infer<typeof networkInput>;

/** On PUT also the version that the caller saw. An older one is refused (409 `version_conflict`). */
export const networkChange = z.extend(networkInput, { version: z.optional(z.number()) });
export type NetworkChange = z.infer<typeof networkChange>;

/** Rupees for one unit of the network's currency. */
export const rateRupees = () =>
  z
    .number(TEXTS.rate)
    .check(z.gt(0, TEXTS.rate), z.lte(LIMITS.rateRupees, TEXTS.rateMost), z.refine(isRate, TEXTS.rateDecimals));

/** Returns the message for a rate in rupees. Undefined if it is valid. */
export const rateProblem = (rupees: number | undefined): string | undefined =>
  rateRupees().safeParse(rupees).error?.issues[0]?.message;

const networkRate = z.object({ from: z.string(), rupees: z.number() });
export type NetworkRate = z.infer<typeof networkRate>;

const fields = {
  _id: z.string(),
  name: z.string(),
  contactEmail: z.string(),
  currency: z.string(),
  payoutParam: z.string(),
  decimalComma: z.boolean(),
  note: z.string(),
  dialect: z.nullable(networkDialect),
  isArchived: z.boolean(),
  /** Offers of this network, without deleted ones. */
  offers: z.int(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** A network in a list. */
export const networkSummary = z.object({
  ...fields,
  /** The rate of today in Asia/Kolkata. Null without one. */
  currentRate: z.nullable(networkRate),
});
export type NetworkSummary = z.infer<typeof networkSummary>;

export const network = z.object({
  ...fields,
  /** Newest first. A rate is in force until the day of the next one. */
  rates: z.array(networkRate),
  /** Values of the dialect that pay or keep what the general rules refuse. */
  warnings: z.array(z.string()),
});
export type Network = z.infer<typeof network>;
