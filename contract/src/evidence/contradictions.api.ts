import * as z from '#schema';
import { contradiction } from '../conversions/index.ts';
import { routesOf, success, trimmed } from '../http/index.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('evidence');

/** A contradiction with its conversion: all that a decision needs. */
const openContradiction = z.extend(contradiction, {
  clickId: z.string(),
  offerId: z.string(),
  offerTitle: z.string(),
  event: z.string(),
  /** Null for an anonymous click. */
  uid: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  /** Credited to the user, and to the referrer. */
  coins: z.int(),
  referralCoins: z.int(),
  /** Rupees: user and referrer together. */
  payout: z.number(),
  approvedAt: z.nullable(z.iso.datetime()),
});
export type OpenContradiction = z.infer<typeof openContradiction>;

/** The list shows the oldest open contradictions, at most this many. */
export const CONTRADICTIONS_SHOWN = 200;

export const listContradictions = defineRoute({
  method: 'GET',
  path: '/api/contradictions',
  right: rights.seeEvidence,
  summary: 'Open contradictions: messages that do not approve an event which the network approved before, oldest first',
  answer: success({
    contradictions: z.array(openContradiction),
    total: z.int(),
    /** Coins of their conversions, each conversion once. */
    totalCoins: z.int(),
  }),
});

const params = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });

export const getContradiction = defineRoute({
  method: 'GET',
  path: '/api/contradictions/:id',
  right: rights.seeEvidence,
  summary: 'One contradiction, and a dry run of the reversal of its conversion',
  params,
  answer: success({
    contradiction: openContradiction,
    /** The effect that a reversal would have now. Null once it is decided. */
    reversal: z.nullable(
      z.object({
        /** Taken from wallets. */
        takenCoins: z.int(),
        /** Outstanding, because the wallets no longer have them. */
        owedCoins: z.int(),
        credits: z.array(
          z.object({
            kind: z.enum(['reward', 'referral']),
            uid: z.string(),
            userName: z.nullable(z.string()),
            coins: z.int(),
            isTaken: z.boolean(),
          }),
        ),
        /** The approved claim that paid the offer. Its coins stay. */
        claim: z.nullable(z.object({ claimId: z.string(), coins: z.int() })),
      }),
    ),
  }),
});

const REASON_MAX_LENGTH = 500;
const reason = trimmed(z.minLength(1, 'Enter a reason for the decision.'), z.maxLength(REASON_MAX_LENGTH));

/** True if the same admin had already decided exactly this: nothing was changed now. */
const answer = success({ repeated: z.boolean() });

export const dismissContradiction = defineRoute({
  method: 'POST',
  path: '/api/contradictions/:id/dismiss',
  right: rights.decideContradictions,
  summary: 'Dismisses a contradiction: the conversion and its coins stay, and the reason is stored',
  params,
  body: z.object({ reason }),
  answer,
});

export const reverseContradicted = defineRoute({
  method: 'POST',
  path: '/api/contradictions/:id/reverse',
  right: rights.decideContradictions,
  summary:
    'Reverses the conversion of a contradiction as the network would; refused if the effect differs from the dry run',
  params,
  body: z.object({
    reason,
    /** The numbers of the dry run. */
    takenCoins: z.int(),
    owedCoins: z.int(),
  }),
  answer,
});
