import { prepareBulkDecision, type WithdrawalView } from '@muneem/contract/withdrawals';
import type { BulkRun } from '@muneem/contract/bulk-runs';
import { startRun } from '#features/bulk-runs/index.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCoins, formatCount, formatNoun, formatRupees } from '#lib/format.ts';
import { sumRupees } from '#lib/sum-rupees.ts';
import { dialogs, TYPE_COUNT_ABOVE, type ConfirmOptions } from '#ui/dialogs/index.ts';
import type { BulkDecision } from './bulk-modal.tsx';
import { PayoutWarning } from './payout-warning.tsx';
import { copy } from './withdrawals.copy.ts';
import type { WithdrawalsQuery } from './withdrawals.queries.ts';

const words = copy.bulk;

type Filter = Pick<WithdrawalsQuery, 'search' | 'period'>;

/** Asks about the ticked rows. The question names their number and sum.
 * `byKey`: a row key was pressed, so Enter pays, as for one row. @returns the confirmed decision, or undefined */
export async function agreeToSelected(
  rows: readonly WithdrawalView[],
  approved: boolean,
  byKey: boolean,
): Promise<BulkDecision | undefined> {
  const { question, count } = questionFor(
    { count: rows.length, amount: sumRupees(rows.map(({ amount }) => amount)) },
    approved,
    byKey,
  );
  if (approved) {
    const sure = await dialogs.confirm({ ...question, details: copy.approvingNote });
    return sure ? { rows, approved, adminReason: '' } : undefined;
  }
  const asks = await askToReject(question);
  const adminReason = asks && (await dialogs.prompt({ ...reasonFor(count), ...asks }));
  return adminReason === undefined ? undefined : { rows, approved, adminReason };
}

/** Decides everything that matches, as the server counts it. @returns the id of the started run, or undefined */
export async function agreeToMatching(
  { search, period }: Filter,
  approved: boolean,
  byKey: boolean,
): Promise<string | undefined> {
  let run: BulkRun;
  try {
    run = (await api(prepareBulkDecision, { body: { approved, search, period } })).run;
  } catch (error) {
    await dialogs.alert(errorText(error, words.prepareFailed));
    return undefined;
  }
  const { question, count } = questionFor({ count: run.count, amount: run.amount ?? 0 }, approved, byKey);
  const details = <Meant run={run} approved={approved} />;
  const failure = words.startFailed;
  const outcome = { unknown: words.startUnknown, notDone: words.startNotDone };
  if (approved) {
    const sure = await dialogs.confirm({
      ...question,
      details,
      failure,
      run: (tell) => startRun(run, '', { tell, ...outcome }),
    });
    return sure ? run.id : undefined;
  }
  const asks = await askToReject({ ...question, details });
  if (asks === undefined) return undefined;
  const reason = await dialogs.prompt({
    ...reasonFor(count),
    ...asks,
    failure,
    run: (text, tell) => startRun(run, text, { tell, ...outcome }),
  });
  return reason === undefined ? undefined : run.id;
}

/** As for one withdrawal, the reason's window is the question. A count that must be typed is asked before. */
async function askToReject(question: ConfirmOptions & { readonly count: number }) {
  if (question.count <= TYPE_COUNT_ABOVE)
    return { text: `${question.text} ${words.rejectReason}`, details: question.details };
  return (await dialogs.confirm(question)) ? {} : undefined;
}

function questionFor({ count, amount }: { count: number; amount: number }, approved: boolean, byKey: boolean) {
  const counted = formatNoun(count, 'withdrawal', 'withdrawals');
  const rupees = formatRupees(amount);
  return {
    count: counted,
    question: {
      text: approved ? words.approveText(counted, rupees) : words.rejectText(counted, rupees),
      verb: approved ? words.approveVerb(counted) : words.rejectVerb(counted),
      ...(approved ? { pays: true, warning: <PayoutWarning /> } : { danger: true }),
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
