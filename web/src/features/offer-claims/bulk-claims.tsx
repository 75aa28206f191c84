import { withoutDirection } from '@muneem/contract/http';
import { DEFAULT_REJECT_REASON, type PendingOffer } from '@muneem/contract/offer-claims';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#lib/api-error.ts';
import { formatCoins, formatNoun } from '#lib/format.ts';
import { useSelection, type BulkOptions, type SelectedRows } from '#ui/data-table/index.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { WindowFoot } from '#ui/form/index.ts';
import { RunOutcome, type ResultRow } from '#ui/run-outcome/index.ts';
import { WorkProgress } from '#ui/states/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { decideSurely } from './decisions.ts';
import { copy } from './offer-claims.copy.ts';
import { refreshClaims } from './offer-claims.queries.ts';

const words = copy.bulk;
/** Decisions in flight at once. Each is the documented call of its row. */
const AT_ONCE = 5;
const offersNoun = (count: number): string => formatNoun(count, 'offer', 'offers');

interface Decision {
  readonly claims: readonly PendingOffer[];
  readonly approved: boolean;
  readonly reason?: string;
}

/** Asks about the selected claims. `byKey`: a row key was pressed, so Enter credits, as for one row. */
async function agree(
  claims: readonly PendingOffer[],
  approved: boolean,
  byKey: boolean,
): Promise<Decision | undefined> {
  const count = offersNoun(claims.length);
  if (approved) {
    const coins = formatCoins(claims.reduce((sum, claim) => sum + claim.coins, 0));
    const sure = await dialogs.confirm({
      text: words.approveText(count, coins),
      details: copy.approvingNote,
      verb: words.approveVerb(count),
      pays: true,
      ...(byKey ? { focus: 'verb' } : {}),
      count: claims.length,
    });
    return sure ? { claims, approved } : undefined;
  }
  const reason = await dialogs.prompt({
    text: words.rejectText(count),
    defaultValue: DEFAULT_REJECT_REASON,
    verb: words.rejectVerb(count),
    danger: true,
    multiline: true,
    validate: (value) => (value.trim() === '' ? copy.reasonMissing : undefined),
  });
  return reason === undefined ? undefined : { claims, approved, reason };
}

/** The selected claims, their bar of actions, and the window of the decisions that run. */
export function useBulkClaims(filterKey: string) {
  const selection = useSelection<PendingOffer>(filterKey);
  const [run, setRun] = useState<Run>();
  const decide = async ({ rows }: SelectedRows<PendingOffer>, approved: boolean, byKey = false): Promise<void> => {
    const decision = await agree(rows, approved, byKey);
    if (decision === undefined) return;
    selection.clear();
    setRun({ decision, results: [] });
    const queue = decision.claims.values();
    const decideNext = async (): Promise<void> => {
      for (const claim of queue) {
        const result = await decideOne(claim, decision);
        setRun((before) => before && { decision, results: [...before.results, result] });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, decideNext));
    await refreshClaims();
  };
  const bulk: BulkOptions<PendingOffer> = {
    selection,
    nameOf: ({ title, userName }) => words.select(title, userName),
    summary: (rows) => formatCoins(rows.reduce((sum, { coins }) => sum + coins, 0)),
    actions: (selected) => (
      <>
        <Button size="compact-sm" color="green" onClick={() => void decide(selected, true)}>
          {words.approve}
        </Button>
        <Button size="compact-sm" color="red" variant="light" onClick={() => void decide(selected, false)}>
          {words.reject}
        </Button>
      </>
    ),
  };
  return { bulk, decide, window: run && <BulkClaims run={run} onClose={() => setRun(undefined)} /> };
}

interface Result extends ResultRow {
  readonly credited: number;
}

interface Run {
  readonly decision: Decision;
  readonly results: readonly Result[];
}

/** Never rejects: a failure is the claim's result. */
async function decideOne(claim: PendingOffer, { approved, reason }: Decision): Promise<Result> {
  const { id, userName, title, coins } = claim;
  const row = { id, first: withoutDirection(`${userName} · ${title} · ${formatCoins(coins)}`), credited: 0 };
  try {
    const verdict = reason === undefined ? { approved } : { approved, reason };
    const credited = await decideSurely(claim, verdict, () => undefined);
    return approved
      ? { ...row, tone: 'good', word: words.approved, text: formatCoins(credited), credited }
      : { ...row, tone: 'good', word: words.rejected, text: '' };
  } catch (error) {
    return { ...row, tone: 'bad', word: words.refused, text: errorText(error, '{message}') };
  }
}

/** Shows the progress and the result of each claim. */
function BulkClaims({ run: { decision, results }, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const { claims, approved } = decision;
  const isDone = results.length === claims.length;
  const good = results.filter(({ tone }) => tone === 'good').length;
  const coins = formatCoins(results.reduce((sum, { credited }) => sum + credited, 0));
  return (
    <ModalWindow
      onClose={onClose}
      title={approved ? words.approve : words.reject}
      size="lg"
      closeOnClickOutside={false}
      isLocked={!isDone}
    >
      <Stack gap="md">
        <WorkProgress
          label={isDone ? words.finished : approved ? words.approving : words.rejecting}
          done={results.length}
          total={claims.length}
        />
        <p role="status">{isDone && words.done(offersNoun(good), coins, results.length - good)}</p>
        <RunOutcome label={words.results} fileName="offers" rows={results} />
        <WindowFoot disabled={!isDone} onClose={onClose} />
      </Stack>
    </ModalWindow>
  );
}
