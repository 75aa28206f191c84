import type { CustomPostback, CustomPostbackStatus } from '@muneem/contract/custom-postbacks';
import type { StatusLook } from '#ui/display/index.ts';
import { copy } from './custom-postbacks.copy.ts';

const STATUS = {
  active: { label: copy.statuses.active, color: 'green' },
  inactive: { label: copy.statuses.inactive, color: 'gray' },
  testing: { label: copy.statuses.testing, color: 'blue' },
} as const satisfies Record<CustomPostbackStatus, StatusLook>;

/** Label and colour of a postback's status. Automatic and manual pauses have different labels. */
export const postbackStatus = ({ status, pausedReason }: Pick<CustomPostback, 'status' | 'pausedReason'>): StatusLook =>
  isAutoPaused({ status, pausedReason }) ? { label: copy.paused, color: 'red' } : STATUS[status];

export const isAutoPaused = ({ status, pausedReason }: Pick<CustomPostback, 'status' | 'pausedReason'>): boolean =>
  status !== 'active' && pausedReason !== null;
