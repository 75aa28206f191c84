import {
  CUSTOM_POSTBACK_DEFAULTS,
  CUSTOM_POSTBACK_TEXTS as TEXTS,
  maskSecret,
  type AuthenticationInput,
  type CustomPostback,
} from '@muneem/contract/custom-postbacks';
import { AppError } from '#platform/app-error/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { SealedColumn } from '#platform/stored-secrets/index.ts';

/** Credentials for a tracking company, in clear. Never sent to a client. */
export type Authentication =
  | { readonly type: 'none' }
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'api_key'; readonly apiKey: string; readonly apiKeyHeader: string };

const purposeOf = (postbackId: string): string => `custom-postback.authentication.${postbackId}`;

export const POSTBACK_SECRETS: SealedColumn = {
  table: 'custom_postbacks',
  key: 'id',
  column: 'auth_sealed',
  purpose: purposeOf,
};

/** Encrypts the whole object, bound to its postback. Null for none. */
export const sealAuthentication = (secrets: SecretBox, postbackId: string, auth: Authentication): string | null =>
  auth.type === 'none' ? null : secrets.seal(JSON.stringify(auth), purposeOf(postbackId));

/** @throws Error if it was encrypted with another APP_SECRET or for another postback */
export const openAuthentication = (secrets: SecretBox, postbackId: string, sealed: string | null): Authentication =>
  sealed === null ? { type: 'none' } : (JSON.parse(secrets.open(sealed, purposeOf(postbackId))) as Authentication);

/** Decrypts the stored secret. @returns null if another APP_SECRET encrypted it: the admin must enter it again */
export function readableAuthentication(
  secrets: SecretBox,
  { id, authSealed }: { readonly id: string; readonly authSealed: string | null },
): Authentication | null {
  try {
    return openAuthentication(secrets, id, authSealed);
  } catch {
    return null;
  }
}

export function maskAuthentication(auth: Authentication): CustomPostback['authentication'] {
  switch (auth.type) {
    case 'none':
      return { type: 'none' };
    case 'bearer':
      return { type: 'bearer', token: maskSecret(auth.token) };
    case 'basic':
      return { type: 'basic', username: auth.username, password: maskSecret(auth.password) };
    case 'api_key':
      return { type: 'api_key', apiKey: maskSecret(auth.apiKey), apiKeyHeader: auth.apiKeyHeader };
  }
}

export function authenticationHeaders(auth: Authentication): Record<string, string> {
  switch (auth.type) {
    case 'none':
      return {};
    case 'bearer':
      return { authorization: `Bearer ${auth.token}` };
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}` };
    case 'api_key':
      return { [auth.apiKeyHeader.toLowerCase()]: auth.apiKey };
  }
}

/** The stored credentials, and whether the URL still has the host they were entered for. */
export interface StoredAuthentication {
  readonly auth: Authentication;
  readonly sameTarget: boolean;
}

/**
 * Returns the credentials of an input. An omitted or masked secret keeps the stored one, unless the host changed:
 * otherwise an admin could send a secret to their own host and read it. @throws AppError `validation_failed`
 */
export function readAuthentication(input: AuthenticationInput, stored?: StoredAuthentication): Authentication {
  switch (input.type) {
    case 'none':
      return { type: 'none' };
    case 'bearer':
      return { type: 'bearer', token: secretOf('token', input.token, TEXTS.token, stored) };
    case 'basic':
      return {
        type: 'basic',
        username: input.username || refuse('username', TEXTS.username),
        password: secretOf('password', input.password, TEXTS.password, stored),
      };
    case 'api_key':
      return {
        type: 'api_key',
        apiKey: secretOf('apiKey', input.apiKey, TEXTS.apiKey, stored),
        apiKeyHeader: input.apiKeyHeader || CUSTOM_POSTBACK_DEFAULTS.apiKeyHeader,
      };
  }
}

type SecretField = 'token' | 'password' | 'apiKey';

function secretOf(
  field: SecretField,
  given: string | undefined,
  missing: string,
  stored: StoredAuthentication | undefined,
): string {
  const kept = stored === undefined ? undefined : (stored.auth as Partial<Record<SecretField, string>>)[field];
  if (kept === undefined) return given || refuse(field, missing);
  if (given !== undefined && given !== maskSecret(kept)) return given || refuse(field, missing);
  return stored?.sameTarget === true ? kept : refuse(field, TEXTS.secretAgain);
}

function refuse(field: SecretField | 'username', message: string): never {
  throw new AppError('validation_failed', message, { fields: { [`authentication.${field}`]: message } });
}
