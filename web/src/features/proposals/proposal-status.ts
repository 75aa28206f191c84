import type { ProposalStatus } from '@muneem/contract/proposals';
import type { StatusLook } from '#ui/display/index.ts';
import { copy } from './proposals.copy.ts';

const COLORS = {
  open: 'blue',
  confirmed: 'green',
  declined: 'red',
  withdrawn: 'gray',
  expired: 'gray',
} as const satisfies Record<ProposalStatus, StatusLook['color']>;

export const proposalStatus = (status: ProposalStatus): StatusLook => ({
  label: copy.statuses[status],
  color: COLORS[status],
});
