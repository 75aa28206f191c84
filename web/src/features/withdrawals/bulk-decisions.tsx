import { prepareBulkDecision, type WithdrawalView } from '@muneem/contract/withdrawals';
import type { BulkRun } from '@muneem/contract/bulk-runs';
import { startRun } from '#features/bulk-runs/index.ts';
import type { Payments } from '#features/proposals/index.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCoins, formatCount, formatNoun, formatRupees } from '#lib/format.ts';
import type { Tell } from '#lib/find-outcome.ts';
import { sumRupees } from '#lib/sum-rupees.ts';
import type { SelectedRows } from '#ui/data-table/index.ts';
import { dialogs, TYPE_COUNT_ABOVE, type ConfirmOptions } from '#ui/dialogs/index.ts';
import { PayWarnings } from './payout-warning.tsx';
import { copy } from './withdrawals.copy.ts';
import type { WithdrawalsQuery } from './withdrawals.queries.ts';

const words = copy.bulk;

type Filter = Pick<WithdrawalsQuery, 'search' | 'period'>;

/**
 * Asks about the ticked rows, or about everything that matches as the server counts it, and starts the run. The question
 * about ticked rows opens at once, so that the next key reaches it: the server lists them after the yes.
 * `byKey`: a row key was pressed, so Enter pays, as for one row. @returns the id of the started run, or undefined
 */
export async function startBulkDecision(
  { rows, allMatching }: SelectedRows<WithdrawalView>,
  { search, period }: Filter,
  approved: boolean,
  byKey: boolean,
): Promise<string | undefined> {
  const which = allMatching ? { search, period } : { ids: rows.map(({ id }) => id) };
  let prepared: BulkRun | undefined;
  // A repeat after a failed start must start the same run.
  const prepare = async (): Promise<BulkRun> =>
    (prepared ??= (await api(prepareBulkDecision, { body: { approved, ...which } })).run);
  let matching: BulkRun | undefined;
  try {
    matching = allMatching ? await prepare() : undefined;
  } catch (error) {
    await dialogs.alert(errorText(error, words.prepareFailed));
    return undefined;
  }
  const { question, count } = questionFor(
    { count: matching?.count ?? rows.length, payments: paymentsOf(rows, matching) },
    approved,
    byKey,
  );
  const details = matching ? <Meant run={matching} approved={approved} /> : approved && copy.approvingNote;
  let id = '';
  const start = async (adminReason: string, tell: Tell): Promise<void> => {
    ({ id } = await prepare());
    const outcome = { tell, unknown: words.startUnknown, notDone: words.startNotDone };
    await startRun({ id, count: question.count }, adminReason, outcome);
  };
  const failure = words.startFailed;
  if (approved) {
    const sure = await dialogs.confirm({ ...question, details, failure, run: (tell) => start('', tell) });
    return sure ? id : undefined;
  }
  const asks = await askToReject({ ...question, details });
  const reason = asks && (await dialogs.prompt({ ...reasonFor(count), ...asks, failure, run: start }));
  return reason === undefined ? undefined : id;
}

/** As for one withdrawal, the reason's window is the question. A count that must be typed is asked before. */
async function askToReject(question: ConfirmOptions & { readonly count: number }) {
  if (question.count <= TYPE_COUNT_ABOVE)
    return { text: `${question.text} ${words.rejectReason}`, details: question.details };
  return (await dialogs.confirm(question)) ? {} : undefined;
}

function paymentsOf(rows: readonly WithdrawalView[], matching: BulkRun | undefined): Payments {
  if (matching !== undefined) return { kind: 'withdrawals', total: matching.amount ?? 0, isRun: true };
  const each = rows.map(({ amount }) => amount);
  return { kind: 'withdrawals', total: sumRupees(each), each, isRun: true };
}

function questionFor({ count, payments }: { count: number; payments: Payments }, approved: boolean, byKey: boolean) {
  const counted = formatNoun(count, 'withdrawal', 'withdrawals');
  const rupees = formatRupees(payments.total);
  return {
    count: counted,
    question: {
      text: approved ? words.approveText(counted, rupees) : words.rejectText(counted, rupees),
      verb: approved ? words.approveVerb(counted) : words.rejectVerb(counted),
      ...(approved ? { pays: true, warning: <PayWarnings {...payments} /> } : { danger: true }),
      ...(approved && byKey ? { focus: 'verb' as const } : {}),
      count,
    },
  };
}

const reasonFor = (count: string) => ({
  text: words.rejectReason,
  verb: words.rejectVerb(count),
  danger: true,
  multiline: true,
});

function Meant({ run, approved }: { readonly run: BulkRun; readonly approved: boolean }) {
  return (
    <>
      {formatNoun(run.users, 'user', 'users')} · {formatCoins(run.coins)}.{' '}
      {run.isCutShort && `${words.cutShort(formatCount(run.count))} `}
      {words.matching} {approved && copy.approvingNote}
    </>
  );
}
