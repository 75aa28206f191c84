export { addCompletions, addRollups, ensureConversionPartitions } from './conversion-effects.repository.ts';
export { startOfKolkataHour } from './conversion-effects.ts';
export { createRecordConversions } from './record-conversions.ts';
export type { RecordConversions } from './record-conversions.ts';
export { isRecorded } from './conversion.ts';
export type { ConversionInput, ConversionRefusal, ConversionVerdict, RecordedConversion } from './conversion.ts';
export { computeReward } from './compute-reward.ts';
export type { RewardRules } from './compute-reward.ts';
