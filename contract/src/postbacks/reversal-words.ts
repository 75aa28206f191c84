/** Flags by which a network reverses a conversion. 0, false and no mean that it does not. */
export const REVERSAL_FLAGS = ['reversed', 'chargeback', 'is_chargeback'] as const;
export const SET_FLAG_VALUES = ['1', 'true', 'yes'] as const;

/** The parameters with the status of an event. */
export const STATUS_PARAMS = ['status', 'conversion_status'] as const;

/**
 * Values of `status` or `conversion_status` that reverse a conversion, in any case. A value of neither list is stored
 * and ignored.
 */
export const REVERSAL_STATUSES = [
  'reversed',
  'reversal',
  'rejected',
  'declined',
  'denied',
  'disapproved',
  'invalid',
  'fraud',
  'cancelled',
  'canceled',
  'cancel',
  'chargeback',
  'refunded',
  'refund',
  'void',
] as const;

/**
 * Values of `status` or `conversion_status` of an event that the network has not approved yet, in any case. `failed` may
 * be about a second attempt, so it reverses nothing.
 */
export const PENDING_STATUSES = ['pending', 'hold', 'on_hold', 'on-hold', 'waiting', 'unapproved', 'failed'] as const;
