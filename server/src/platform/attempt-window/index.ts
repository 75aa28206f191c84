export {
  resetAttempts,
  uncountAttempt,
  peekAttempts,
  purgeAttemptWindows,
  takeAttempt,
} from './attempt-window.repository.ts';
