import * as api from '@muneem/contract/evidence';
import { hasRight, rights } from '@muneem/contract/rights';
import { AppError } from '#platform/app-error/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerReplicaRoute, registerRoute, type HttpServer } from '#platform/http/index.ts';
import { writeOffReversal } from '#features/conversions/index.ts';
import { collectEvidence } from './collect-evidence.ts';
import { withoutWallets } from './evidence.mapper.ts';
import { listOutstanding, sumOutstanding } from './outstanding-reversals.repository.ts';

type EvidenceDependencies = Pick<Platform, 'database' | 'readDatabase' | 'clock'> & { readonly coinsPerRupee: number };

export function registerEvidenceRoutes(
  http: HttpServer,
  { database, readDatabase, clock, coinsPerRupee }: EvidenceDependencies,
): void {
  registerReplicaRoute(http, readDatabase, api.getClickEvidence, async (reader, { params, admin }) => {
    const evidence = await collectEvidence(reader, params.id.trim().toUpperCase());
    if (evidence.click === null && evidence.timeline.length === 0)
      throw new AppError('click_unknown', 'Click not found.');
    const { click, timeline } = evidence;
    return { click, timeline: hasRight(admin.role, rights.seeUsers) ? timeline : withoutWallets(timeline) };
  });

  registerRoute(http, api.listOwedReversals, async () => {
    const [rows, sums] = await Promise.all([
      listOutstanding(database, api.OWED_REVERSALS_SHOWN),
      sumOutstanding(database),
    ]);
    return {
      owed: rows.map(({ claimId, claimCoins, ...row }) => ({
        ...row,
        claim: claimId === null ? null : { claimId, coins: claimCoins ?? 0 },
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
    const { coins } = await writeOffReversal({ database, clock, coinsPerRupee }, params.journalId, body.reason, actor);
    return { coins };
  });
}
