import type { Coins } from '@muneem/contract/money';
import type { ContradictionDecision } from '@muneem/contract/conversions';
import { AppError } from '#platform/app-error/index.ts';
import { SYSTEM_ACTORS, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { dryRun, transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import {
  dismissOpen,
  explainReversal,
  findContradiction,
  type ContradictedEvent,
} from './contradictions.repository.ts';
import type { ReversedConversion, ReverseConversion } from './reverse-conversion.ts';

export interface DecideDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly reverseConversion: ReverseConversion;
}

interface Decision {
  readonly id: number;
  readonly reason: string;
  readonly actor: Actor;
}

/** Stored with the conversion. The admin's own words are stored with the contradiction. */
const REVERSED = 'Reversed by an administrator: the network contradicted its approval.';

/**
 * Dismisses a contradiction: the conversion stays. A repeat of the statement stays dismissed.
 * @throws AppError `not_found`, or `wrong_state` if it was decided otherwise
 */
export async function dismissContradiction(
  { database, clock }: Pick<DecideDependencies, 'database' | 'clock'>,
  { id, reason, actor }: Decision,
): Promise<{ repeated: boolean }> {
  return transaction(database, async (tx) => {
    if (!(await dismissOpen(tx, id, { at: clock.now(), by: actor.name, reason }))) {
      requireSame(await getContradiction(tx, id), 'dismissed', { reason, actor });
      return { repeated: true };
    }
    const { conversionId, times } = await getContradiction(tx, id);
    await writeAudit(tx, actor, 'contradictions.dismiss', ['conversion', conversionId], {
      before: { contradiction: 'open' },
      after: { contradiction: 'dismissed', contradictionId: id, times, reason },
    });
    return { repeated: false };
  });
}

/**
 * Reverses the conversion of a contradiction as the network would, with the numbers that the admin has seen.
 * @throws AppError `not_found`; `wrong_state` if it was decided otherwise; `conflict` if the numbers have changed
 */
export async function reverseContradicted(
  dependencies: DecideDependencies,
  { id, reason, actor, ...seen }: Decision & Pick<ReversedConversion, 'takenCoins' | 'owedCoins'>,
): Promise<{ repeated: boolean }> {
  return transaction(dependencies.database, async (tx) => {
    const reversed = await reverse(tx, dependencies, id, actor);
    // Read again: the click's lock may have waited for another decision.
    const { conversionId, decision, times, ...row } = await getContradiction(tx, id);
    if (reversed === null || decision !== 'reversed') {
      requireSame({ ...row, decision }, 'reversed', { reason, actor });
      return { repeated: true };
    }
    const { takenCoins, owedCoins } = reversed;
    if (takenCoins !== seen.takenCoins || owedCoins !== seen.owedCoins)
      throw new AppError('conflict', changed(takenCoins, owedCoins));
    await explainReversal(tx, conversionId, reason);
    await writeAudit(tx, actor, 'contradictions.reverse', ['conversion', conversionId], {
      before: { status: 'approved' },
      after: { status: 'rejected', contradictionId: id, times, takenCoins, owedCoins, reason },
    });
    return { repeated: false };
  });
}

/** Dry run of the reversal. @returns null if the conversion is already reversed @throws AppError `not_found` */
export const previewReversal = (
  dependencies: DecideDependencies,
  id: number,
  actor: Actor,
): Promise<ReversedConversion | null> => dryRun(dependencies.database, (tx) => reverse(tx, dependencies, id, actor));

/** Must be the transaction's first lock: the click comes before its contradictions. @returns null for a repeat */
async function reverse(
  tx: Tx,
  { clock, reverseConversion }: DecideDependencies,
  id: number,
  actor: Actor,
): Promise<ReversedConversion | null> {
  const { clickId, eventKey } = await getContradiction(tx, id);
  const input = {
    clickId,
    eventName: eventKey,
    source: 'postback',
    actor,
    at: clock.now(),
    conversionIp: null,
  } as const;
  const verdict = await reverseConversion(tx, input, REVERSED);
  if (verdict.code !== 'reversed')
    throw new Error(`the conversion of contradiction ${id} cannot be found: ${verdict.code}`);
  return verdict.isRepeat ? null : verdict;
}

async function getContradiction(tx: Tx, id: number): Promise<ContradictedEvent> {
  const row = await findContradiction(tx, id);
  if (row === null) throw new AppError('not_found', 'Contradiction not found.');
  return row;
}

type Decided = Pick<ContradictedEvent, 'decision' | 'decidedBy' | 'reason'>;

/** @throws AppError `wrong_state` unless the same admin has already decided exactly this */
function requireSame(
  { decision, decidedBy, ...stored }: Decided,
  wanted: ContradictionDecision,
  { reason, actor }: Pick<Decision, 'reason' | 'actor'>,
): void {
  if (decision === wanted && decidedBy === actor.name && stored.reason === reason) return;
  const by = decidedBy === SYSTEM_ACTORS.postback.name ? 'the network' : (decidedBy ?? 'another administrator');
  const what =
    decision === 'dismissed' ? 'This contradiction was already dismissed' : 'The conversion was already reversed';
  throw new AppError('wrong_state', `${what} by ${by}. Nothing was changed.`);
}

const changed = (taken: Coins, owed: Coins): string =>
  `The wallet has changed. The reversal would now take ${taken} coins and leave ${owed} coins outstanding. Check and confirm again.`;
