import {
  CUSTOM_POSTBACK_LIMITS as LIMITS,
  resendDeliveries,
  resendDelivery,
  resendFailedDeliveries,
  type Delivery,
} from '@muneem/contract/custom-postbacks';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import type { Tell } from '#lib/find-outcome.ts';
import { formatCount, formatNoun } from '#lib/format.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { refreshCustomPostbacks } from '../postbacks.queries.ts';
import { copy } from './log.copy.ts';
import type { FailedFilters } from './log.queries.ts';

const words = copy.outbound;
const deliveriesText = (count: number): string => formatNoun(count, 'delivery', 'deliveries');

/** Sends deliveries again: one, the selected ones, or all that failed. */
export const resend = {
  /** Confirms first if it was delivered: the company gets it twice. */
  async one(row: Delivery): Promise<void> {
    if (row.status === 'delivered' && !(await dialogs.confirm(words.again))) return;
    try {
      toast.success((await api(resendDelivery, { params: { id: row._id } })).message);
    } catch (error) {
      toast.error(errorText(error, words.resendFailed));
    } finally {
      void refreshCustomPostbacks();
    }
  },
  /** Resolves to true once the deliveries are queued. */
  selected(rows: readonly Delivery[]): Promise<boolean> {
    const left = rows.map(({ _id }) => _id);
    const delivered = rows.filter(({ status }) => status === 'delivered').length;
    const queue = queueAll(rows.length, async () => {
      const ids = left.slice(0, LIMITS.resendSelected);
      const { resent, skipped } = await api(resendDeliveries, { body: { ids } });
      left.splice(0, ids.length);
      return { resent, skipped, remaining: left.length };
    });
    return dialogs.confirm({
      title: words.job.titleSelected,
      text: words.job.askSelected(deliveriesText(rows.length), delivered),
      verb: words.resendSelected(formatCount(rows.length)),
      run: queue,
      failure: words.job.error,
    });
  },
  failed(offerId: string, filters: FailedFilters, count: number): Promise<boolean> {
    const isFiltered = Object.keys(filters).length > 0;
    const queue = queueAll(count, async () => {
      const answer = await api(resendFailedDeliveries, { params: { id: offerId }, body: filters });
      return { ...answer, skipped: 0 };
    });
    return dialogs.confirm({
      title: words.job.titleFailed,
      text: words.job.askFailed(deliveriesText(count), isFiltered),
      verb: words.resendSelected(formatCount(count)),
      run: queue,
      failure: words.job.error,
    });
  },
};

interface Step {
  readonly resent: number;
  readonly skipped: number;
  readonly remaining: number;
}

/**
 * Queues deliveries in batches until none remain, a batch changes nothing, or the confirmed number `most` is reached:
 * deliveries that fail again at once would keep the loop running. After a failure, a second run continues.
 */
function queueAll(most: number, call: () => Promise<Step>): (tell: Tell) => Promise<void> {
  let resent = 0;
  let skipped = 0;
  return async (tell) => {
    try {
      for (;;) {
        const step = await call();
        resent += step.resent;
        skipped += step.skipped;
        const isOver = step.remaining === 0 || step.resent + step.skipped === 0 || resent + skipped >= most;
        if (isOver) {
          toast.success(words.job.done(deliveriesText(resent), skipped, step.remaining));
          return;
        }
        tell(words.job.progress(formatCount(resent + skipped), formatCount(most)));
      }
    } finally {
      void refreshCustomPostbacks();
    }
  };
}
