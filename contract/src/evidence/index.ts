export { EVIDENCE_LIMIT } from './evidence.ts';
export type { CreditStatus, EvidenceClick, EvidenceEntry } from './evidence.ts';
export {
  CLAIM_REVERSALS_SHOWN,
  getClickEvidence,
  listClaimReversals,
  listOwedReversals,
  OWED_REVERSALS_SHOWN,
  settleClaimReversal,
  WRITE_OFF_REASON_MAX_LENGTH,
  writeOffReversal,
} from './evidence.api.ts';
export type { ClaimReversal, OwedReversal } from './evidence.api.ts';
