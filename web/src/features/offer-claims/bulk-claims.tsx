import { DEFAULT_REJECT_REASON, type PendingOffer } from '@muneem/contract/offer-claims';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#lib/api-error.ts';
import { isOutcomeUnknown } from '#lib/find-outcome.ts';
import { formatCoins, formatCount, formatNoun } from '#lib/format.ts';
import { useSelection, type BulkOptions, type SelectedRows } from '#ui/data-table/index.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { RunModal, type RunResult } from '#ui/run-modal/index.ts';
import { decideSurely } from './decisions.ts';
import { copy } from './offer-claims.copy.ts';
import { refreshClaims } from './offer-claims.queries.ts';

const words = copy.bulk;
/** Decisions in flight at once. Each is the documented call of its row. */
const PART = 5;
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
  const [decision, setDecision] = useState<Decision>();
  const decide = async ({ rows }: SelectedRows<PendingOffer>, approved: boolean, byKey = false): Promise<void> => {
    const agreed = await agree(rows, approved, byKey);
    if (agreed === undefined) return;
    selection.clear();
    setDecision(agreed);
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
  const window = decision && <BulkClaims decision={decision} onClose={() => setDecision(undefined)} />;
  return { bulk, decide, window };
}

/** Decides the claims a few at a time and shows the result of each. */
function BulkClaims({ decision, onClose }: { readonly decision: Decision; readonly onClose: () => void }) {
  const { claims, approved, reason } = decision;
  const [credited, setCredited] = useState(0);
  const decideOne = async (claim: PendingOffer): Promise<RunResult> => {
    try {
      const coins = await decideSurely(
        claim,
        reason === undefined ? { approved } : { approved, reason },
        () => undefined,
      );
      if (approved) setCredited((sum) => sum + coins);
      return {
        id: claim.id,
        tone: 'good',
        word: approved ? words.approved : words.rejected,
        text: approved ? formatCoins(coins) : '',
      };
    } catch (error) {
      return isOutcomeUnknown(error)
        ? { id: claim.id, tone: 'neutral', word: words.checking, text: words.unknown, again: true }
        : { id: claim.id, tone: 'bad', word: words.refused, text: errorText(error, '{message}') };
    }
  };
  return (
    <RunModal
      title={approved ? words.approve : words.reject}
      working={approved ? words.approving : words.rejecting}
      listLabel={words.results}
      fileName="offers"
      items={claims}
      idOf={(claim) => claim.id}
      part={PART}
      run={(part) => Promise.all(part.map(decideOne))}
      unknown={{ tone: 'neutral', word: words.checking, text: words.unknown, again: true }}
      notSent={{ tone: 'bad', word: words.refused, text: words.notSent, again: true }}
      row={({ userName, title, coins }) => `${userName} · ${title} · ${formatCoins(coins)}`}
      summary={(results) => {
        const others = Map.groupBy(
          results.filter(({ tone }) => tone !== 'good'),
          ({ word }) => word,
        );
        return words.done(
          offersNoun(results.length - [...others.values()].flat().length),
          formatCoins(credited),
          [...others].map(([word, { length }]) => `${formatCount(length)} ${word.toLowerCase()}`),
        );
      }}
      failure={(error) => errorText(error, words.failed)}
      onEnd={refreshClaims}
      onClose={onClose}
    />
  );
}
