export {
  CONTRADICTIONS_SHOWN,
  dismissContradiction,
  getContradiction,
  listContradictions,
  reverseContradicted,
} from './contradictions.api.ts';
export type { OpenContradiction } from './contradictions.api.ts';
export { EVIDENCE_LIMIT } from './evidence.ts';
export type { CreditStatus, EvidenceClick, EvidenceEntry } from './evidence.ts';
export { getClickEvidence, listOwedReversals, OWED_REVERSALS_SHOWN, writeOffReversal } from './evidence.api.ts';
export type { OwedReversal } from './evidence.api.ts';
