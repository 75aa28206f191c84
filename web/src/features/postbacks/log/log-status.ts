import type { Delivery, DeliveryAttempt } from '@muneem/contract/custom-postbacks';
import type { StatusColor, StatusLook } from '#ui/display/index.ts';
import { formatCount } from '#lib/format.ts';
import { copy } from './log.copy.ts';

const words = copy.outbound;

const DELIVERY_COLORS = {
  waiting: 'blue',
  sending: 'yellow',
  delivered: 'green',
  exhausted: 'red',
} as const satisfies Record<Delivery['status'], StatusColor>;

/** Word and colour of a delivery; one that waits for its postback is told from one that waits for its time. */
export const deliveryStatus = ({ status, held }: Pick<Delivery, 'status' | 'held'>): StatusLook =>
  status === 'waiting' && held
    ? { label: words.held, color: 'gray' }
    : { label: words.statuses[status], color: DELIVERY_COLORS[status] };

/** "200", "Refused 503", "Timed out"; undefined before the first try. */
export function answerText({
  statusCode,
  error,
}: {
  readonly statusCode: number | null;
  readonly error: DeliveryAttempt['error'];
}): string | undefined {
  if (error === null) return statusCode === null ? undefined : String(statusCode);
  return error === 'http_error' && statusCode !== null ? `${words.errors[error]} ${statusCode}` : words.errors[error];
}

/** Tries that were made; while it is not over, also those that are left. */
export const triesText = ({
  status,
  attempts,
  attemptsLeft,
}: Pick<Delivery, 'status' | 'attempts' | 'attemptsLeft'>) =>
  status === 'delivered' || status === 'exhausted'
    ? formatCount(attempts)
    : words.triesOf(formatCount(attempts), formatCount(attemptsLeft));

/** What is over can be sent again, and what failed and waits for its next try at once; the rest is on its way or kept. */
export const canResend = ({ status, held, attempts }: Pick<Delivery, 'status' | 'held' | 'attempts'>): boolean =>
  status === 'delivered' || status === 'exhausted' || (status === 'waiting' && !held && attempts > 0);
