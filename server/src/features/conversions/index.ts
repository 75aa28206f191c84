export { countReversals, lockClaimsOfClicks, sumEarned } from './claimed-offers.repository.ts';
export { addCompletions, addRollups } from './conversion-effects.repository.ts';
export { creditKey, startOfKolkataHour } from './conversion-effects.ts';
export { listConversionIds, listConversionIdsOfUser } from './conversions.repository.ts';
export { listContradictionsOf } from './contradictions.repository.ts';
export type { ContradictionRow } from './contradictions.repository.ts';
export { toContradiction } from './contradiction.mapper.ts';
export { dismissContradiction, previewReversal, reverseContradicted } from './decide-contradiction.ts';
export type { DecideDependencies } from './decide-contradiction.ts';
export { conversionsModule } from './conversions.module.ts';
export {
  collectReversals,
  collectReversalsOf,
  settleOutstandingReversals,
  writeOffReversal,
} from './collect-reversals.ts';
export { refuseDeletedUsersLater } from './deleted-users.repository.ts';
export { lockOutstandingReversals } from './reversals.repository.ts';
export { readEventStatus } from './read-event-status.ts';
export type { EventStatus } from './read-event-status.ts';
export { hasRepeatedKey } from './repeated-key.ts';
export { createReverseConversion } from './reverse-conversion.ts';
export type { ReversalVerdict, ReverseConversion, ReversedConversion } from './reverse-conversion.ts';
export { createRecordConversions } from './record-conversions.ts';
export type { RecordConversions } from './record-conversions.ts';
export { clickIdsOf, isRecorded } from './conversion.ts';
export type { ConversionInput, ConversionRefusal, ConversionVerdict } from './conversion.ts';
export { computeReward } from './compute-reward.ts';
export type { RewardRules } from './compute-reward.ts';
