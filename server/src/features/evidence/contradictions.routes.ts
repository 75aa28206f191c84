import * as api from '@muneem/contract/evidence';
import { coins, rupeesFromPaise } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { isoDates, registerRoute, type HttpServer } from '#platform/http/index.ts';
import {
  dismissContradiction,
  previewReversal,
  reverseContradicted,
  toContradiction,
  type DecideDependencies,
  type ReversedConversion,
} from '#features/conversions/index.ts';
import { findContradicted, listNames, listOpen, sumOpen, type ContradictedRow } from './contradictions.repository.ts';

export function registerContradictionRoutes(http: HttpServer, dependencies: DecideDependencies): void {
  const { database } = dependencies;
  registerRoute(http, api.listContradictions, async () => {
    const [rows, sums] = await Promise.all([listOpen(database, api.CONTRADICTIONS_SHOWN), sumOpen(database)]);
    return { contradictions: rows.map(toOpen), ...sums };
  });

  registerRoute(http, api.getContradiction, async ({ params: { id }, actor }) => {
    const row = await findContradicted(database, id);
    if (row === null) throw new AppError('not_found', 'Contradiction not found.');
    const effect = row.decision === null ? await previewReversal(dependencies, id, actor) : null;
    return { contradiction: toOpen(row), reversal: effect === null ? null : await toReversal(dependencies, effect) };
  });

  registerRoute(http, api.dismissContradiction, ({ params: { id }, body: { reason }, actor }) =>
    dismissContradiction(dependencies, { id, reason, actor }),
  );

  registerRoute(http, api.reverseContradicted, ({ params: { id }, body: { reason, takenCoins, owedCoins }, actor }) =>
    reverseContradicted(dependencies, {
      id,
      reason,
      actor,
      takenCoins: coins(takenCoins),
      owedCoins: coins(owedCoins),
    }),
  );
}

const toOpen = (row: ContradictedRow): api.OpenContradiction => ({
  ...isoDates(row),
  ...toContradiction(row),
  payout: rupeesFromPaise(row.totalPayoutPaise),
});

async function toReversal(
  { database }: DecideDependencies,
  { takenCoins, owedCoins, credits, claim }: ReversedConversion,
) {
  const names = await listNames(
    database,
    credits.map(({ userId }) => userId),
  );
  return {
    takenCoins,
    owedCoins,
    credits: credits.map(({ kind, userId, coins: moved, isTaken }) => {
      const { uid = '', userName = null } = names.find(({ id }) => id === userId) ?? {};
      return { kind, uid, userName, coins: moved, isTaken };
    }),
    claim: claim && { claimId: claim.id, coins: claim.coins },
  };
}
