import type { ClickStatus } from '@muneem/contract/clicks';
import type { StatusLook } from '#ui/display/index.ts';
import { CLICK_STATUS_LABELS } from './manual-payments.copy.ts';

const COLORS = {
  pending: 'gray',
  clicked: 'blue',
  in_progress: 'yellow',
  completed: 'green',
  failed: 'red',
} as const satisfies Record<ClickStatus, StatusLook['color']>;

/** Label and colour of a click's status. */
export const clickStatus = (status: ClickStatus): StatusLook => ({
  label: CLICK_STATUS_LABELS[status],
  color: COLORS[status],
});
