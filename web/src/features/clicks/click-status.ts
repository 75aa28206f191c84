import type { ClickStatus } from '@muneem/contract/clicks';
import type { StatusLook } from '#ui/display/index.ts';

const STATUS = {
  pending: { label: 'Pending', color: 'gray' },
  clicked: { label: 'Clicked', color: 'blue' },
  in_progress: { label: 'In progress', color: 'yellow' },
  completed: { label: 'Completed', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
} as const satisfies Record<ClickStatus, StatusLook>;

export const clickStatus = (status: ClickStatus): StatusLook => STATUS[status];
