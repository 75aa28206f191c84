import type { ProblemStatus } from '@muneem/contract/problems';
import type { StatusLook } from '#ui/display/index.ts';
import { STATUS_LABELS } from './problems.copy.ts';

const COLORS = {
  open: 'red',
  in_progress: 'yellow',
  resolved: 'green',
  closed: 'gray',
} as const satisfies Record<ProblemStatus, StatusLook['color']>;

export const problemStatus = (status: ProblemStatus): StatusLook => ({
  label: STATUS_LABELS[status],
  color: COLORS[status],
});
