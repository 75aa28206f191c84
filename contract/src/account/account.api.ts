import * as z from '#schema';
import { otpField, ownPasswordField, PASSWORD_MAX_LENGTH, secondFactorField } from '../auth/index.ts';
import { routesOf, success, messageAnswer, trimmed } from '../http/index.ts';
import { authenticatorView, INVITED_PASSWORD_MIN_LENGTH, sessionView } from './account.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('account');

const chosenPassword = z
  .string('Please choose a password.')
  .check(
    z.minLength(
      INVITED_PASSWORD_MIN_LENGTH,
      `Password must be at least ${INVITED_PASSWORD_MIN_LENGTH} characters long`,
    ),
    z.maxLength(PASSWORD_MAX_LENGTH, 'This password is too long.'),
  );

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/account/sessions',
  right: rights.useAccount,
  summary: 'Your open sessions: device, IP address, last seen',
  answer: success({ sessions: z.array(sessionView) }),
});

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  right: rights.useAccount,
  summary: 'Ends one of your sessions at once',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  answer: messageAnswer,
});

export const endOtherSessions = defineRoute({
  method: 'POST',
  path: '/api/account/sessions/end-others',
  right: rights.useAccount,
  summary: 'Ends all of your other sessions',
  answer: success({ message: z.string(), ended: z.int() }),
});

export const changePassword = defineRoute({
  method: 'POST',
  path: '/api/account/password',
  right: rights.useAccount,
  summary:
    'Sets a new password after checking the current one. Ends your other sessions, your bulk runs and the invitations that you sent',
  body: z.object({
    currentPassword: ownPasswordField,
    newPassword: chosenPassword,
  }),
  answer: messageAnswer,
  limit: { max: 20, windowS: 900 },
});

export const getAuthenticator = defineRoute({
  method: 'GET',
  path: '/api/account/authenticator',
  right: rights.useAccount,
  summary: 'Whether your codes come from an authenticator app',
  answer: success({ authenticator: authenticatorView }),
});

export const beginAuthenticator = defineRoute({
  method: 'POST',
  path: '/api/account/authenticator',
  right: rights.useAccount,
  summary: 'A new secret for your authenticator app; asks for your password. A code of the app confirms it',
  body: z.object({ password: ownPasswordField }),
  /** `uri`: the content of the QR code (otpauth://…). `secret`: the same secret in base32, for typing. */
  answer: success({ secret: z.string(), uri: z.string() }),
  limit: { max: 20, windowS: 900 },
});

export const confirmAuthenticator = defineRoute({
  method: 'POST',
  path: '/api/account/authenticator/confirm',
  right: rights.useAccount,
  summary: 'Replaces mailed codes by the authenticator app; shows the recovery codes once',
  body: z.object({ code: otpField }),
  answer: success({ recoveryCodes: z.array(z.string()) }),
  limit: { max: 30, windowS: 900 },
});

export const renewRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/account/authenticator/recovery-codes',
  right: rights.useAccount,
  summary: 'Replaces all recovery codes by new ones; asks for a current code',
  body: z.object({ code: otpField }),
  answer: success({ recoveryCodes: z.array(z.string()) }),
  limit: { max: 30, windowS: 900 },
});

export const removeAuthenticator = defineRoute({
  method: 'POST',
  path: '/api/account/authenticator/remove',
  right: rights.useAccount,
  summary: 'Replaces the authenticator app by mailed codes; asks for a current code or a recovery code',
  body: z.object({ code: secondFactorField }),
  answer: messageAnswer,
  limit: { max: 30, windowS: 900 },
});

/** Makes the invited person an administrator. */
export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/api/auth/accept-invitation',
  auth: 'public',
  tag: 'auth',
  summary: 'Makes the invited person an administrator, by the token of the invitation, once',
  body: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    name: z._default(
      trimmed(
        z.maxLength(100, 'This name is too long.'),
        z.regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'This name contains characters that cannot be stored.'),
      ),
      '',
    ),
    password: chosenPassword,
  }),
  answer: messageAnswer,
  limit: { max: 30, windowS: 60 },
});
