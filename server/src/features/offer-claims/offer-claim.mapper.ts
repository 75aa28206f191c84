import type { PendingOffer } from '@muneem/contract/offer-claims';
import { USER_DEFAULTS } from '@muneem/contract/users';
import type { ClaimEvidenceRow, ClaimRow } from './offer-claims.repository.ts';

export const toPendingOffer = (row: ClaimRow, evidence: ClaimEvidenceRow | undefined): PendingOffer => ({
  ...row,
  title: row.offerTitle,
  userId: row.uid,
  userName: row.userName ?? USER_DEFAULTS.name,
  date: row.createdAt.toISOString(),
  ...(evidence === undefined ? {} : { evidence: { ...evidence, events: [...evidence.events] } }),
});
