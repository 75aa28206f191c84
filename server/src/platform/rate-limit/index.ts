export { createMinuteCounts } from './minute-counts.ts';
export { resetAttempts, uncountAttempt, peekAttempts, purgeRateLimits, takeAttempt } from './rate-limit.repository.ts';
