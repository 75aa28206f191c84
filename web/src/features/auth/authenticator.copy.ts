/** The words of a sign-in with an authenticator app, all ours. */
export const APP_COPY = {
  code: 'Code of your authenticator app',
  help: 'Six digits. They change every 30 seconds.',
  recoveryCode: 'Recovery code',
  recoveryHelp: 'One of those that you kept; each works once.',
  verify: 'Verify',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the app',
} as const;
