import { INVALID_RESET_LINK_TEXT, PASSWORD_TOO_SHORT_TEXT } from '@muneem/contract/auth';

/** The texts of document 000, word for word. */
export const copy = {
  /** Shown until there is an admin. Not in the specification. */
  firstRun: {
    title: 'There is no administrator yet',
    text: 'Stop the server and start it once with the email address and password of the first administrator:',
    command: "ADMIN_EMAIL=you@example.com ADMIN_PASSWORD='…' npm start",
    outbox: 'Without SMTP_URL the sign-in code is not mailed: it is in a file that the server’s log names.',
  },
  email: 'Email',
  password: 'Password',
  rememberMe: 'Remember Me (15 days)',
  expiresIn: (days: number) => `Expires in ${days} day(s)`,
  forgotPassword: 'Forgot Password?',
  emailFirst: 'Please enter your email address first.',
  forgotFailed: 'Failed to send reset email',
  login: 'Login',
  loginBusy: 'Sending OTP...',
  /** 'Error:' precedes only the server's message. */
  loginError: (hasMessage: boolean) => (hasMessage ? 'Error: {message}' : 'Login failed'),
  otpNotice: 'An OTP has been sent to your email address. Please check your inbox.',
  otpStillValid:
    'An OTP was sent to your email address less than a minute ago. It is still valid. Please check your inbox.',
  otp: 'OTP',
  verify: 'Verify OTP',
  verifyBusy: 'Verifying...',
  verifyFailed: 'OTP verification failed',
  resendIn: (seconds: number) => `Resend in ${seconds}s`,
  resend: 'Resend OTP',
  resendFailed: 'Failed to resend OTP',
  backToLogin: 'Back to Login',
  /** Sign-in with an authenticator app. Not in the specification. */
  app: {
    code: 'Code from your authenticator app',
    help: 'Six digits. They change every 30 seconds.',
    recoveryCode: 'Recovery code',
    recoveryHelp: 'One of your saved recovery codes. Each code works once.',
    verify: 'Verify',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the app',
  },
  footer: 'For assistance, please contact your system administrator.',
  reset: {
    password: 'New Password',
    confirm: 'Confirm Password',
    submit: 'Reset Password',
    busy: 'Resetting...',
    failed: 'Failed to reset password',
    invalid: INVALID_RESET_LINK_TEXT,
  },
  mismatch: 'Passwords do not match',
  tooShort: PASSWORD_TOO_SHORT_TEXT,
  // Not in the specification.
  sessionEnded: 'Your session has ended. Please sign in again.',
  sentTo: (email: string) => `Sent to ${email}. The code expires 5 minutes after it was sent.`,
  resetDone: 'Your password was changed.',
  resetDoneNext: 'You will be taken to the login page in a moment.',
} as const;
