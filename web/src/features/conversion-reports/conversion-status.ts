import type { ConversionDetails, ConversionSource, ConversionStatus } from '@muneem/contract/conversion-reports';
import type { StatusLook } from '#ui/display/index.ts';

const STATUS = {
  approved: { label: 'Approved', color: 'green' },
  pending: { label: 'Pending', color: 'yellow' },
  rejected: { label: 'Rejected', color: 'red' },
  cutbacked: { label: 'Cutbacked', color: 'dark' },
} as const satisfies Record<ConversionStatus, StatusLook>;

const SOURCE = {
  postback: { label: 'Postback', color: 'green' },
  smart_poll: { label: 'Smart Poll', color: 'blue' },
  manual: { label: 'Manual', color: 'yellow' },
} as const satisfies Record<ConversionSource, StatusLook>;

const isKnown = (status: string): status is ConversionStatus => Object.hasOwn(STATUS, status);

/** Label and colour of a status (document 001 §4). An unknown status is grey and shows its code. */
export const conversionStatus = (status: string): StatusLook =>
  isKnown(status) ? STATUS[status] : { label: status === '' ? 'Unknown' : status, color: 'gray' };

type Payment = ConversionDetails['paymentStatus'];

const PAYMENT = {
  paid: { label: 'Paid', color: 'green' },
  unpaid: { label: 'Unpaid', color: 'gray' },
} as const satisfies Record<Payment, StatusLook>;

export const conversionPayment = (status: Payment): StatusLook => PAYMENT[status];

/** Label and colour of a conversion's source (document 001 §4). */
export const conversionSource = (source: ConversionSource) => SOURCE[source];
