import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';
import { claimOfReversal, evidenceClick, evidenceEntry, reversedCredit } from './evidence.ts';

const success = z.literal(true);
const tag = 'evidence';

export const getClickEvidence = defineRoute({
  method: 'GET',
  path: '/api/clicks/:id/evidence',
  auth: 'admin',
  tag,
  summary:
    'Everything that happened to a click, in order: visit, postbacks, conversions, coins, deliveries, withdrawals',
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  answer: z.object({
    success,
    /** Null when only postbacks name it: there is no such click. */
    click: z.nullable(evidenceClick),
    timeline: z.array(evidenceEntry),
  }),
});

/** Reversed coins that a wallet no longer had. */
const owedReversal = z.extend(reversedCredit, {
  conversionId: z.string(),
  clickId: z.string(),
  event: z.string(),
  offerTitle: z.string(),
  /** In the wallet now; they are taken as soon as they suffice. */
  balance: z.int(),
  /** The approved claim that paid the same offer to the same user besides. */
  claim: z.nullable(z.object({ claimId: z.string(), coins: z.int() })),
});
export type OwedReversal = z.infer<typeof owedReversal>;

/** The oldest debts that the list shows. */
export const OWED_REVERSALS_SHOWN = 200;

export const listOwedReversals = defineRoute({
  method: 'GET',
  path: '/api/owed-reversals',
  auth: 'admin',
  tag,
  summary: 'Coins of reversed conversions that their wallets no longer have, the oldest first',
  answer: z.object({ success, owed: z.array(owedReversal), total: z.int(), totalCoins: z.int() }),
});

export const WRITE_OFF_REASON_MAX_LENGTH = 500;

export const writeOffReversal = defineRoute({
  method: 'POST',
  path: '/api/owed-reversals/:journalId/write-off',
  auth: 'admin',
  tag,
  summary: 'Lets a debt go: the coins stay spent, and the reason is kept',
  params: z.object({ journalId: z.coerce.number().check(z.int(), z.gte(1)) }),
  body: z.object({
    reason: z
      .string()
      .check(z.trim(), z.minLength(1, 'Say why the coins are let go.'), z.maxLength(WRITE_OFF_REASON_MAX_LENGTH)),
  }),
  answer: z.object({ success, coins: z.int() }),
});

/** An event that the network took back of an offer that an approved claim has paid. */
const claimReversal = z.extend(claimOfReversal, {
  conversionId: z.string(),
  clickId: z.string(),
  event: z.string(),
  offerId: z.string(),
  offerTitle: z.string(),
  uid: z.string(),
  userName: z.nullable(z.string()),
  reversedAt: z.iso.datetime(),
  claimApprovedAt: z.iso.datetime(),
  claimApprovedBy: z.string(),
});
export type ClaimReversal = z.infer<typeof claimReversal>;

/** The oldest that the list shows. */
export const CLAIM_REVERSALS_SHOWN = 200;

export const listClaimReversals = defineRoute({
  method: 'GET',
  path: '/api/claim-reversals',
  auth: 'admin',
  tag,
  summary: 'Lists reversed events of claimed offers that are not settled yet',
  /** `totalCoins`: of each claim once. */
  answer: z.object({ success, reversals: z.array(claimReversal), total: z.int(), totalCoins: z.int() }),
});

export const settleClaimReversal = defineRoute({
  method: 'POST',
  path: '/api/claim-reversals/:conversionId/settle',
  auth: 'admin',
  tag,
  summary: 'Records how a reversed event of a claimed offer was settled. Moves no coins',
  params: z.object({ conversionId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  body: z.object({
    reason: z
      .string()
      .check(z.trim(), z.minLength(1, 'Say what was decided.'), z.maxLength(WRITE_OFF_REASON_MAX_LENGTH)),
  }),
  answer: z.object({ success, claimId: z.string() }),
});
