import { setTimeout as wait } from 'node:timers/promises';
import type { decideWithdrawals as decideRoute, WithdrawalView } from '@muneem/contract/withdrawals';
import { AppError } from '#platform/app-error/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import type { HandlerAnswer } from '#platform/http/index.ts';
import { approveWithdrawal, messageFor, type PayDependencies } from './approve-withdrawal.ts';
import { rejectWithdrawal } from './reject-withdrawal.ts';
import { viewWithdrawals } from './withdrawal.mapper.ts';
import { findWithdrawals, type WithdrawalRow } from './withdrawals.repository.ts';

type Answer = HandlerAnswer<typeof decideRoute>;
type Result = Omit<Answer['results'][number], 'withdrawal'>;

const AT_ONCE = 6;
/** After this, the rest is approved without waiting for the provider. Its answers are recorded when they arrive. */
const WAIT_MS = 20_000;

/** Decides each withdrawal on its own: one failure does not stop the others. Idempotent. */
export async function decideWithdrawals(
  dependencies: PayDependencies,
  ids: readonly string[],
  { approved, actor, adminReason }: { approved: boolean; actor: Actor; adminReason: string | null },
): Promise<Answer> {
  const { database } = dependencies;
  const unique = [...new Set(ids)];
  const results = new Map<string, Result>();
  const late = new AbortController();
  const deadline = wait(WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined);
  const queue = unique.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const id of queue) results.set(id, await decideOne(id));
    }),
  ).finally(() => late.abort());

  async function decideOne(id: string): Promise<Result> {
    const decision = { actor, adminReason };
    try {
      if (!approved) {
        await rejectWithdrawal(dependencies, id, {}, decision);
        return { id, outcome: 'done', message: 'Withdrawal rejected successfully!' };
      }
      const outcome = await approveWithdrawal(dependencies, id, {}, { ...decision, patience: deadline });
      return { id, outcome: 'done', message: messageFor(outcome), ...outcome };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { id, outcome: 'refused', message: error.userMessage, code: error.code };
    }
  }

  const rows = await findWithdrawals(database, unique);
  const views = new Map((await viewWithdrawals(database, rows)).map((view) => [view.id, view]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const all = unique.map((id) => finish(results.get(id) as Result, byId.get(id), views.get(id), { approved, actor }));
  const count = (outcome: Result['outcome']): number => all.filter((result) => result.outcome === outcome).length;
  return {
    message: `${count('done')} of ${all.length} withdrawals ${approved ? 'approved' : 'rejected'}`,
    results: all,
    doneCount: count('done'),
    alreadyCount: count('already'),
    refusedCount: count('refused'),
  };
}

/** Reports a repeat of the admin's own decision as `already`, not as an error. */
function finish(
  result: Result,
  row: WithdrawalRow | undefined,
  view: WithdrawalView | undefined,
  { approved, actor }: { approved: boolean; actor: Actor },
): Answer['results'][number] {
  const withdrawal = view ?? null;
  if (result.code !== 'wrong_state' || row === undefined || row.verifiedBy !== actor.name)
    return { ...result, withdrawal };
  if ((row.status === 'rejected') === approved) return { ...result, withdrawal };
  const { code: _, ...rest } = result;
  return { ...rest, outcome: 'already', withdrawal };
}
