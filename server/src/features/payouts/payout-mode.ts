import type { Paise } from '@muneem/contract/money';
import type { PayoutDestination, PayoutMode } from './payout-provider.ts';

/** IMPS carries up to ₹5,00,000; RTGS carries more. */
const IMPS_MAX_PAISE = 500_000_00;

export function modeFor({ upiId }: PayoutDestination, amountPaise: Paise): PayoutMode {
  if (upiId !== null) return 'UPI';
  return amountPaise <= IMPS_MAX_PAISE ? 'IMPS' : 'RTGS';
}
