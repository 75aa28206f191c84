import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export const newSigningKey = (): SigningKey => ({
  kid: randomUUID(),
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
});

/** The key as oidc-provider reads it. It publishes the public half. */
export const toJwk = ({ kid, privateKey }: SigningKey) => ({
  ...privateKey.export({ format: 'jwk' }),
  kid,
  alg: 'RS256',
  use: 'sig',
});

export function signToken({ kid, privateKey }: SigningKey, claims: object, typ = 'JWT'): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'RS256', kid, typ })}.${part(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** Returns the claims of a token without checking it. */
export const readToken = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Readonly<Record<string, unknown>>;
