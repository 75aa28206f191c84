import * as z from '#schema';
import { routesOf, success } from '../http/index.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('withdrawals');

/** Why Auto Payout is paused. `daily_limit`: the limit per day is reached. */
const AUTO_PAYOUT_PAUSES = ['failures', 'unknowns', 'low_balance', 'provider_down', 'ledger', 'daily_limit'] as const;
export type AutoPayoutPause = (typeof AUTO_PAYOUT_PAUSES)[number];

const autoPayoutAnswer = success({
  /** Whether it is switched on. */
  enabled: z.boolean(),
  message: z.optional(z.string()),
  /** `paused`: switched on, but it approves nothing until the cause is gone or an admin resumes it. */
  state: z.enum(['off', 'running', 'paused']),
  pause: z.nullable(
    z.object({
      reason: z.enum(AUTO_PAYOUT_PAUSES),
      message: z.string(),
      since: z.string(),
      /** Time of the automatic resumption. Null: when the cause is gone. */
      retryAt: z.nullable(z.string()),
    }),
  ),
  /** Withdrawals that wait until it runs again. */
  waiting: z.int(),
  /** Failed or unknown payments in a row. */
  consecutiveFailures: z.int(),
  /** An admin decides larger withdrawals. In rupees. */
  maxAmount: z.number(),
  /** Rupees that it approves per user and in total, per day in Asia/Kolkata. */
  userLimit: z.number(),
  dayLimit: z.number(),
  /** Rupees that it approved today. */
  paidToday: z.number(),
});

export type AutoPayoutStatus = z.infer<typeof autoPayoutAnswer>;

export const getAutoPayoutStatus = defineRoute({
  method: 'GET',
  path: '/api/auto-payout/status',
  right: rights.seeWithdrawals,
  summary: 'Whether new withdrawals are approved automatically',
  answer: autoPayoutAnswer,
});

export const enableAutoPayout = defineRoute({
  method: 'POST',
  path: '/api/auto-payout/enable',
  right: rights.switchAutoPayout,
  summary: 'Approves new withdrawals automatically from now on',
  answer: autoPayoutAnswer,
});

export const disableAutoPayout = defineRoute({
  method: 'POST',
  path: '/api/auto-payout/disable',
  right: rights.switchAutoPayout,
  summary: 'Leaves every new withdrawal to an admin',
  answer: autoPayoutAnswer,
});

export const resumeAutoPayout = defineRoute({
  method: 'POST',
  path: '/api/auto-payout/resume',
  right: rights.switchAutoPayout,
  summary: 'Ends a pause of auto payout at once',
  answer: autoPayoutAnswer,
});
