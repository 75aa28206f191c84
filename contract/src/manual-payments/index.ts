export { CLICK_SEARCH_TYPES, CLICKS_FOUND_AT_MOST, CLICKS_WINDOW, PAYABLE_CLICK_STATUSES } from './manual-payments.ts';
export type { ClickSearchType, ManualPayment, PayableClick, PaidClickResult } from './manual-payments.ts';
export {
  listManualPayments,
  listPayableClicks,
  markClickPaid,
  markClicksPaid,
  prepareBulkPayment,
} from './manual-payments.api.ts';
