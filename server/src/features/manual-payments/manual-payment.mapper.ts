import type { ManualPayment, PayableClick } from '@muneem/contract/manual-payments';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { isoDates } from '#platform/http/index.ts';
import type { ManualPaymentRow } from './manual-payments.repository.ts';
import type { PayableClickRow } from './payable-clicks.repository.ts';
import { alreadyRewarded, rewardOfClick } from './reward-of-click.ts';

export const toPayableClick = (row: PayableClickRow): PayableClick => ({
  ...isoDates(row),
  _id: row.id,
  clickId: row.id,
  userId:
    row.uid === null
      ? null
      : { _id: row.uid, name: row.userName ?? USER_DEFAULTS.name, email: row.userEmail ?? USER_DEFAULTS.email },
  offerId: { _id: row.offerId, title: row.offerTitle, coins: row.offerCoins },
  rewardCoins: rewardOfClick(row),
  alreadyRewarded: alreadyRewarded(row),
});

export const toManualPayment = (row: ManualPaymentRow): ManualPayment => ({
  ...isoDates(row),
  _id: row.id,
  transactionId: row.conversionId,
});
