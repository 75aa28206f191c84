/** The texts of the sign-in with an authenticator app. None are in the specification. */
export const appCopy = {
  code: 'Code from your authenticator app',
  help: 'Six digits. They change every 30 seconds.',
  recoveryCode: 'Recovery code',
  recoveryHelp: 'One of your saved recovery codes. Each code works once.',
  verify: 'Verify',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the app',
} as const;
