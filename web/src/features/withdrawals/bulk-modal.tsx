import { VERIFIED_BY } from '@muneem/contract/admins';
import { decideWithdrawals, type WithdrawalView } from '@muneem/contract/withdrawals';
import type { RouteAnswer } from '@muneem/contract/http';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCoins, formatCount, formatNoun, formatRupees } from '#lib/format.ts';
import { sumRupees } from '#lib/sum-rupees.ts';
import { RunModal, type RunResult } from '#ui/run-modal/index.ts';
import { destinationText } from './payment-method.ts';
import { copy } from './withdrawals.copy.ts';
import { refreshWithdrawals } from './withdrawals.queries.ts';

const words = copy.bulk;
/** Withdrawals per request. The server waits up to 10 s for their payments in parallel. */
const PART = 10;

export interface BulkDecision {
  readonly rows: readonly WithdrawalView[];
  readonly approved: boolean;
  readonly adminReason: string;
}

/** Decides the withdrawals in batches and shows the result of each. */
export function BulkModal({ decision, onClose }: { readonly decision: BulkDecision; readonly onClose: () => void }) {
  const { rows, approved, adminReason } = decision;
  const decide = async (part: readonly WithdrawalView[]): Promise<RunResult[]> => {
    const ids = part.map(({ id }) => id);
    const { results } = await api(decideWithdrawals, {
      body: { ids, approved, adminReason, verifiedBy: VERIFIED_BY },
      timeoutMs: 60_000,
    });
    return results.map((result) => toResult(result, approved));
  };
  return (
    <RunModal
      title={approved ? words.approve : words.reject}
      working={approved ? words.approving : words.rejecting}
      listLabel={words.results}
      fileName="withdrawals"
      items={rows}
      idOf={(row) => row.id}
      part={PART}
      run={decide}
      unknown={{ tone: 'neutral', word: words.checkingWord, text: words.unknown, again: true }}
      notSent={{ tone: 'bad', word: words.refused, text: words.notSent, again: true }}
      row={(row) =>
        `${row.userName ?? copy.noName} · ${formatRupees(row.amount)} · ${destinationText(row.paymentMethod)}`
      }
      summary={(results) => {
        const good = new Set(results.flatMap(({ id, tone }) => (tone === 'good' ? [id] : [])));
        // Neither a failed payment nor one without an answer counts as done.
        const others = Map.groupBy(
          results.filter(({ id }) => !good.has(id)),
          ({ word }) => word,
        );
        return [
          words.done(
            formatNoun(good.size, 'withdrawal', 'withdrawals'),
            [...others].map(([word, { length }]) => `${formatCount(length)} ${word.toLowerCase()}`),
          ),
          words.total(
            sumText(
              rows.filter(({ id }) => good.has(id)),
              approved,
            ),
          ),
        ].join(' ');
      }}
      failure={(error) => errorText(error, words.failed)}
      onEnd={refreshWithdrawals}
      onClose={onClose}
    />
  );
}

const sumText = (rows: readonly WithdrawalView[], approved: boolean): string =>
  approved
    ? formatRupees(sumRupees(rows.map(({ amount }) => amount)))
    : formatCoins(rows.reduce((sum, { coins }) => sum + coins, 0));

type Decided = RouteAnswer<typeof decideWithdrawals>['results'][number];

function toResult({ id, outcome, message, paymentResult }: Decided, approved: boolean): RunResult {
  if (outcome === 'refused') return { id, tone: 'bad', word: words.refused, text: message };
  if (outcome === 'already') return { id, tone: 'neutral', word: words.already, text: message };
  if (!approved) return { id, tone: 'good', word: words.rejected, text: message };
  if (paymentResult === undefined) return { id, tone: 'neutral', word: words.checkingWord, text: words.checking };
  return paymentResult.success
    ? { id, tone: 'good', word: words.paidWord, text: words.paid(paymentResult.transactionId ?? '') }
    : { id, tone: 'bad', word: words.payFailedWord, text: words.payFailed(paymentResult.error ?? '') };
}
