import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';
import { claimOfReversal, evidenceClick, evidenceEntry, reversedCredit } from './evidence.ts';

const success = z.literal(true);
const tag = 'evidence';

export const getClickEvidence = defineRoute({
  method: 'GET',
  path: '/api/clicks/:id/evidence',
  auth: 'admin',
  mayLag: true,
  tag,
  summary:
    'Everything that happened to a click, in order: visit, postbacks, conversions, coins, deliveries, withdrawals',
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  answer: z.object({
    success,
    /** Null if no such click exists and only postbacks name it. */
    click: z.nullable(evidenceClick),
    timeline: z.array(evidenceEntry),
  }),
});

/** Reversed coins that the wallet did not have. */
const owedReversal = z.extend(reversedCredit, {
  conversionId: z.string(),
  clickId: z.string(),
  event: z.string(),
  offerTitle: z.string(),
  /** In the wallet now. The coins are collected once the balance is large enough. */
  balance: z.int(),
  /** An approved claim that also paid this offer to the same user. */
  claim: z.nullable(z.object({ claimId: z.string(), coins: z.int() })),
});
export type OwedReversal = z.infer<typeof owedReversal>;

/** The list shows the oldest outstanding reversals, at most this many. */
export const OWED_REVERSALS_SHOWN = 200;

export const listOwedReversals = defineRoute({
  method: 'GET',
  path: '/api/owed-reversals',
  auth: 'admin',
  tag,
  summary: 'Outstanding reversals: reversed coins that their wallets do not have, oldest first',
  answer: z.object({ success, owed: z.array(owedReversal), total: z.int(), totalCoins: z.int() }),
});

export const WRITE_OFF_REASON_MAX_LENGTH = 500;

export const writeOffReversal = defineRoute({
  method: 'POST',
  path: '/api/owed-reversals/:journalId/write-off',
  auth: 'admin',
  tag,
  summary: 'Writes off an outstanding reversal: the user keeps the coins, and the reason is stored',
  params: z.object({ journalId: z.coerce.number().check(z.int(), z.gte(1)) }),
  body: z.object({
    reason: z
      .string()
      .check(z.trim(), z.minLength(1, 'Enter a reason for the write-off.'), z.maxLength(WRITE_OFF_REASON_MAX_LENGTH)),
  }),
  answer: z.object({ success, coins: z.int() }),
});

/** A reversed event of an offer that an approved claim has paid. */
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

/** The list shows the oldest ones, at most this many. */
export const CLAIM_REVERSALS_SHOWN = 200;

export const listClaimReversals = defineRoute({
  method: 'GET',
  path: '/api/claim-reversals',
  auth: 'admin',
  tag,
  summary: 'Lists reversed events of claimed offers that are not settled yet',
  /** `totalCoins` counts the coins of each claim once. */
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
