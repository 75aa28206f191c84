import {
  deleteCustomPostback,
  toggleCustomPostback,
  type CustomPostback,
  type CustomPostbackStatus,
} from '@muneem/contract/custom-postbacks';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatNoun } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { customPostbacksQuery, refreshCustomPostbacks } from '../postbacks.queries.ts';
import { copy } from './custom-postbacks.copy.ts';

/**
 * Activates, pauses or marks as testing. Updates the card at once, and restores the server's state after a failure.
 * Sends the target status, so that a second press does not undo the first.
 */
export async function setStatus(
  offerId: string,
  postback: CustomPostback,
  status: CustomPostbackStatus,
): Promise<void> {
  const { queryKey } = customPostbacksQuery(offerId);
  const show = (change: Partial<CustomPostback>): void => {
    queryClient.setQueryData(
      queryKey,
      (answer) =>
        answer && {
          ...answer,
          postbacks: answer.postbacks.map((other) => (other._id === postback._id ? { ...other, ...change } : other)),
        },
    );
  };
  await queryClient.cancelQueries({ queryKey });
  show({ status });
  try {
    const answer = await api(toggleCustomPostback, { params: { id: postback._id }, body: { status } });
    show(answer.postback);
    toast.success(answer.message, { key: `postback-${postback._id}` });
  } catch (error) {
    show({ status: postback.status });
    toast.error(errorText(error, copy.toggleFailed), { key: `postback-${postback._id}` });
  } finally {
    void refreshCustomPostbacks();
  }
}

export async function deletePostback(postback: CustomPostback): Promise<void> {
  const words = copy.deleting;
  const { companyName, eventName, waitingCount, statistics } = postback;
  const facts = [
    ...(waitingCount > 0 ? [words.waiting(formatNoun(waitingCount, 'delivery', 'deliveries'))] : []),
    ...(statistics.totalFired > 0 ? [words.fired(formatNoun(statistics.totalFired, ...words.request))] : []),
  ];
  await dialogs.confirm({
    title: words.title,
    text: words.text(companyName, eventName),
    verb: words.verb,
    danger: true,
    ...(facts.length === 0 ? {} : { details: facts.join(' ') }),
    failure: words.failed,
    run: async () => {
      const { message } = await api(deleteCustomPostback, { params: { id: postback._id } });
      toast.success(message);
      await refreshCustomPostbacks();
    },
  });
}
