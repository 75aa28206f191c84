export {
  resetAttempts,
  uncountAttempt,
  peekAttempts,
  purgeAttemptWindows,
  takeAttempt,
} from './attempt-window.repository.ts';
export type { AttemptLimit } from './attempt-window.repository.ts';
