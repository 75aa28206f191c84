import * as z from '#schema';
import { routesOf, success, trimmed } from '../http/index.ts';
import { evidenceClick, evidenceEntry, reversedCredit } from './evidence.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('evidence');

export const getClickEvidence = defineRoute({
  method: 'GET',
  path: '/api/clicks/:id/evidence',
  right: rights.seeEvidence,
  mayLag: true,
  summary:
    'Everything that happened to a click, in order: visit, postbacks, conversions, coins, deliveries, withdrawals',
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  answer: success({
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
  right: rights.seeOwedCoins,
  summary: 'Outstanding reversals: reversed coins that their wallets do not have, oldest first',
  answer: success({ owed: z.array(owedReversal), total: z.int(), totalCoins: z.int() }),
});

const WRITE_OFF_REASON_MAX_LENGTH = 500;

export const writeOffReversal = defineRoute({
  method: 'POST',
  path: '/api/owed-reversals/:journalId/write-off',
  right: rights.writeOffCoins,
  summary: 'Writes off an outstanding reversal: the user keeps the coins, and the reason is stored',
  params: z.object({ journalId: z.coerce.number().check(z.int(), z.gte(1)) }),
  body: z.object({
    reason: trimmed(z.minLength(1, 'Enter a reason for the write-off.'), z.maxLength(WRITE_OFF_REASON_MAX_LENGTH)),
  }),
  answer: success({ coins: z.int() }),
});
