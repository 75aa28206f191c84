/** Flags by which a network reverses a conversion: 1, true or yes. 0, false and no mean that it does not. */
export const REVERSAL_FLAGS = ['reversed', 'chargeback', 'is_chargeback'] as const;

/**
 * Values of `status` or `conversion_status` that reverse a conversion, in any case. A value of neither list is stored
 * and ignored.
 */
export const REVERSAL_STATUSES = [
  'reversed',
  'reversal',
  'rejected',
  'declined',
  'cancelled',
  'canceled',
  'chargeback',
  'refunded',
  'void',
] as const;

/** Values of `status` or `conversion_status` of an event that the network has not approved yet, in any case. */
export const PENDING_STATUSES = ['pending', 'hold', 'on_hold'] as const;
