import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** Encrypts stored secrets; the purpose binds a ciphertext to where it stands, so that it cannot be moved elsewhere. */
export interface SecretBox {
  seal(plain: string, purpose: string): string;
  /** @throws Error when the text was changed or belongs to another purpose. */
  open(sealed: string, purpose: string): string;
}

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key derived (HKDF-SHA-256) from APP_SECRET. */
export function createSecretBox(appSecret: string): SecretBox {
  const key = deriveKey(appSecret, 'secret-box');
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [version, text] = sealed.split('.');
      if (version !== VERSION || text === undefined) throw new Error('not a sealed secret');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

/** A 32-byte key for one purpose. */
export function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, 'muneem', purpose, 32));
}

/** An opaque bearer token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hex, for secrets with enough entropy of their own (tokens). */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** HMAC-SHA-256 in hex, for short secrets (one-time codes) and for keyed look-ups. */
export const keyedHash = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** `digits` random decimal digits, evenly distributed. */
export const newNumericCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');

/** Compares in constant time, also when the lengths differ. */
export function sameSecret(given: string, wanted: string): boolean {
  const a = createHash('sha256').update(given).digest();
  const b = createHash('sha256').update(wanted).digest();
  return timingSafeEqual(a, b);
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits, evenly distributed. */
export const newAlphanumeric = (length: number): string =>
  Array.from({ length }, () => ALPHANUMERIC.charAt(randomInt(ALPHANUMERIC.length))).join('');
