import * as api from '@muneem/contract/evidence';
import { AppError } from '#platform/app-error/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { writeOffReversal } from '#features/conversions/index.ts';
import { collectEvidence } from './collect-evidence.ts';
import { listOwed, sumOwed } from './owed-reversals.repository.ts';

export interface EvidenceDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** What happened to a click, and the debts that reversals left. */
export function registerEvidenceRoutes(http: HttpServer, { database, clock }: EvidenceDependencies): void {
  registerRoute(http, api.getClickEvidence, async ({ params }) => {
    const evidence = await collectEvidence(database, params.id.trim().toUpperCase());
    if (evidence.click === null && evidence.timeline.length === 0)
      throw new AppError('click_unknown', { userMessage: 'There is no such click.' });
    return { success: true as const, ...evidence };
  });

  registerRoute(http, api.listOwedReversals, async () => {
    const [rows, sums] = await Promise.all([listOwed(database, api.OWED_REVERSALS_SHOWN), sumOwed(database)]);
    return {
      success: true as const,
      owed: rows.map((row) => ({
        ...row,
        owedSince: row.owedSince.toISOString(),
        status: 'owed' as const,
        settledAt: null,
        settledBy: null,
        note: null,
      })),
      ...sums,
    };
  });

  registerRoute(http, api.writeOffReversal, async ({ params, body, actor }) => {
    const { coins } = await writeOffReversal({ database, clock }, params.journalId, body.reason, actor);
    return { success: true as const, coins };
  });
}
