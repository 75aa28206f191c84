import { ApiError } from '@muneem/contract/http';
import { USER_DEFAULTS, type User } from '@muneem/contract/users';
import { causeText, errorText } from '#lib/api-error.ts';
import { callAndFindOut, OutcomeError } from '#lib/find-outcome.ts';
import { formatCoins } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import type { RunDeletion } from '#lib/use-deletion.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy, TOAST_MS } from './users.copy.ts';
import { findDeletion, removeUser } from './users.queries.ts';

type Deletable = Pick<User, 'uid' | 'name' | 'coins'>;

/** Confirms, deletes and reports the result, even after the window closed. Returns true if the user is deleted. */
export async function deleteUser(
  { uid, name, coins }: Deletable,
  runDeletion: RunDeletion = (run) => run(),
): Promise<boolean> {
  if (uid === '') {
    await dialogs.alert(copy.invalidId);
    return false;
  }
  const sayGone = (): void => {
    toast.success(copy.deleted, { durationMs: TOAST_MS });
    queryClient.removeQueries({ queryKey: ['users', 'one', uid], type: 'inactive' });
    void queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
    void queryClient.invalidateQueries({ queryKey: ['stats'] });
  };
  return dialogs.confirm({
    text: copy.deleteConfirm(name === '' || name === USER_DEFAULTS.name ? uid : name),
    ...(coins > 0 ? { details: copy.deleteDetails(formatCoins(coins)) } : {}),
    verb: copy.deleteVerb,
    danger: true,
    run: (tell) =>
      runDeletion(() =>
        callAndFindOut<unknown>({
          call: () => removeUser(uid),
          find: () => findDeletion(uid),
          tell,
          unknown: copy.deleteUnknown,
          notDone: copy.notDeleted,
          cause: deleteFailure,
        }),
      ).then(sayGone, (error: unknown) => {
        throw error instanceof OutcomeError ? error : new OutcomeError(deleteFailure(error), { cause: error });
      }),
  });
}

/** The server's message, else the specification's text with the status. Without a response there is no status. */
const deleteFailure = (error: unknown): string =>
  error instanceof ApiError && error.kind === 'http'
    ? errorText(error, copy.deleteFailed(error.status))
    : copy.deleteUnanswered(causeText(error));
