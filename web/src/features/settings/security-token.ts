import { SECURITY_TOKEN_LENGTH } from '@muneem/contract/settings';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of 62 below 256. Bytes above it would favour the first characters. */
const FAIR_BELOW = 256 - (256 % CHARACTERS.length);

/** Generates 32 random letters and digits (document 001 §5), evenly distributed, with the browser's crypto API. */
export function newSecurityToken(): string {
  let token = '';
  while (token.length < SECURITY_TOKEN_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(SECURITY_TOKEN_LENGTH))) {
      if (byte < FAIR_BELOW && token.length < SECURITY_TOKEN_LENGTH)
        token += CHARACTERS.charAt(byte % CHARACTERS.length);
    }
  }
  return token;
}
