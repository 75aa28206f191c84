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

/** Label and colour of a delivery. "Held" waits for its postback, "Waiting" for its time. */
export const deliveryStatus = ({ status, held }: Pick<Delivery, 'status' | 'held'>): StatusLook =>
  status === 'waiting' && held
    ? { label: words.held, color: 'gray' }
    : { label: words.statuses[status], color: DELIVERY_COLORS[status] };

/** "200", "Refused 503", "Timed out". Undefined before the first attempt. */
export function answerText({ statusCode, error }: Pick<DeliveryAttempt, 'statusCode' | 'error'>): string | undefined {
  if (error === null) return statusCode === null ? undefined : String(statusCode);
  return error === 'http_error' && statusCode !== null ? `${words.errors[error]} ${statusCode}` : words.errors[error];
}

/** The attempts made. Unfinished deliveries also show the attempts left. */
export const triesText = ({ status, attempts, attemptsLeft }: Pick<Delivery, 'status' | 'attempts' | 'attemptsLeft'>) =>
  status === 'delivered' || status === 'exhausted'
    ? formatCount(attempts)
    : words.triesOf(formatCount(attempts), formatCount(attemptsLeft));

/**
 * Finished deliveries can be sent again, and failed ones that wait can be sent now. Deliveries in flight or held
 * cannot.
 */
export const canResend = ({ status, held, attempts }: Pick<Delivery, 'status' | 'held' | 'attempts'>): boolean =>
  status === 'delivered' || status === 'exhausted' || (status === 'waiting' && !held && attempts > 0);

export const resendText = ({ status }: Pick<Delivery, 'status'>): string =>
  status === 'waiting' ? words.sendNow : words.resend;
