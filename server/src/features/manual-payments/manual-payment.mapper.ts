import type { ManualPayment, PayableClick } from '@muneem/contract/manual-payments';
import { USER_DEFAULTS } from '@muneem/contract/users';
import type { ManualPaymentRow } from './manual-payments.repository.ts';
import type { PayableClickRow } from './payable-clicks.repository.ts';
import { rewardOfClick } from './reward-of-click.ts';

export const toPayableClick = (row: PayableClickRow): PayableClick => ({
  _id: row.id,
  clickId: row.id,
  userId:
    row.uid === null
      ? null
      : { _id: row.uid, name: row.userName ?? USER_DEFAULTS.name, email: row.userEmail ?? USER_DEFAULTS.email },
  offerId: { _id: row.offerId, title: row.offerTitle, coins: row.offerCoins },
  status: row.status,
  upi: row.upi,
  rewardCoins: rewardOfClick(row),
  createdAt: row.createdAt.toISOString(),
});

export const toManualPayment = (row: ManualPaymentRow): ManualPayment => ({
  _id: row.id,
  paidAt: row.paidAt.toISOString(),
  clickId: row.clickId,
  userName: row.userName,
  userEmail: row.userEmail,
  offerTitle: row.offerTitle,
  rewardCoins: row.rewardCoins,
  transactionId: row.conversionId,
  paidBy: row.paidBy,
});
