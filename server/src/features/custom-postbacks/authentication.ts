import {
  CUSTOM_POSTBACK_DEFAULTS,
  CUSTOM_POSTBACK_TEXTS as TEXTS,
  maskSecret,
  type AuthenticationInput,
  type AuthType,
  type CustomPostback,
} from '@muneem/contract/custom-postbacks';
import { AppError } from '#platform/app-error/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';

/** How we show who we are to a tracking company, in clear; never sent out as it is. */
export type Authentication =
  | { readonly type: 'none' }
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'api_key'; readonly apiKey: string; readonly apiKeyHeader: string };

const purposeOf = (postbackId: string): string => `custom-postback.authentication.${postbackId}`;

/** The whole of it as one ciphertext, bound to its postback; null for none. */
export const sealAuthentication = (secrets: SecretBox, postbackId: string, auth: Authentication): string | null =>
  auth.type === 'none' ? null : secrets.seal(JSON.stringify(auth), purposeOf(postbackId));

/** @throws Error when it was sealed with another APP_SECRET or for another postback. */
export const openAuthentication = (secrets: SecretBox, postbackId: string, sealed: string | null): Authentication =>
  sealed === null ? { type: 'none' } : (JSON.parse(secrets.open(sealed, purposeOf(postbackId))) as Authentication);

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

/** What the view shows when the ciphertext cannot be opened: the type, and nothing else. */
export const unreadable = (type: AuthType): CustomPostback['authentication'] => ({ type });

/** The headers of a call. */
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

/** What is stored so far, and whether the calls still go to where its secret was meant for. */
export interface StoredAuthentication {
  readonly auth: Authentication;
  readonly sameTarget: boolean;
}

/**
 * The authentication that an input means. A secret that is left out or echoed masked is the stored one, unless the
 * address now points to another host: whoever may change an address must not be able to read a secret with it.
 * @throws AppError `validation_failed`
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
  throw new AppError('validation_failed', {
    userMessage: message,
    fields: { [`authentication.${field}`]: message },
  });
}
