import {
  confirmProposal,
  declineProposal,
  getProposal,
  withdrawProposal,
  type Proposal,
} from '@muneem/contract/proposals';
import { api } from '#lib/api.ts';
import { callAndFindOut, OutcomeError } from '#lib/find-outcome.ts';
import { formatRupees } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './proposals.copy.ts';

/** True if the signed-in admin may decide it. Else `whyNot` says why. */
const mayDecide = ({ status, whyNot }: Proposal): boolean => status === 'open' && whyNot === null;

/** `byKey`: the row's shortcut was pressed, so Enter confirms. */
export async function confirm(proposal: Proposal, byKey = false): Promise<void> {
  if (!mayDecide(proposal)) return;
  const { id, title, reason, amount, proposedBy } = proposal;
  const words = copy.confirming;
  const pays = amount !== null;
  await dialogs.confirm({
    text: words.text(title),
    details: `${reason} ${words.note(proposedBy)}`,
    verb: pays ? words.verb(formatRupees(amount)) : copy.confirm,
    ...(pays ? { pays } : {}),
    focus: byKey ? 'verb' : 'cancel',
    failure: words.failed,
    run: async (tell) => {
      try {
        const message = await callAndFindOut({
          call: async () => (await api(confirmProposal, { params: { id } })).message,
          find: () => findConfirmation(id),
          tell,
          unknown: words.unknown,
          notDone: words.notDone,
        });
        toast.success(message);
      } finally {
        refreshAll();
      }
    },
  });
}

export async function decline(proposal: Proposal): Promise<void> {
  if (!mayDecide(proposal)) return;
  const { id, title } = proposal;
  const words = copy.declining;
  await dialogs.prompt({
    text: words.text(title),
    verb: copy.decline,
    danger: true,
    multiline: true,
    validate: (reason) => (reason.trim() === '' ? words.missing : undefined),
    failure: words.failed,
    run: async (reason) => {
      try {
        toast.success((await api(declineProposal, { params: { id }, body: { reason } })).message);
      } finally {
        refreshAll();
      }
    },
  });
}

export async function withdraw({ id, title }: Proposal): Promise<void> {
  const words = copy.withdrawing;
  await dialogs.confirm({
    text: words.text(title),
    verb: copy.withdraw,
    danger: true,
    failure: words.failed,
    run: async () => {
      try {
        toast.success((await api(withdrawProposal, { params: { id } })).message);
      } finally {
        refreshAll();
      }
    },
  });
}

/** A confirmed call may change any list. */
const refreshAll = (): void => void queryClient.invalidateQueries();

/** Looks up a confirmation whose answer was lost. @throws OutcomeError if it was decided otherwise */
async function findConfirmation(id: string): Promise<string | null> {
  const { proposal } = await api(getProposal, { params: { id } });
  if (proposal.status === 'open') return null;
  if (proposal.status === 'confirmed') return copy.confirming.found;
  throw new OutcomeError(copy.confirming.otherwise(copy.statuses[proposal.status].toLowerCase(), proposal.decidedBy));
}
