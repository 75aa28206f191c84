export {
  resetAttempts,
  uncountAttempt,
  peekAttempts,
  purgeAttemptWindows,
  takeAttempt,
} from './rate-limit.repository.ts';
