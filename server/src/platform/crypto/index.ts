import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** Encrypts stored secrets. The purpose binds a ciphertext to its place, so it cannot be moved. */
export interface SecretBox {
  seal(plain: string, purpose: string): string;
  /** @throws Error if the text was changed, has another purpose, or neither secret encrypted it */
  open(sealed: string, purpose: string): string;
  /** Returns whether the previous secret encrypted the text, so that it must be sealed again. @throws like `open` */
  isSealedByPrevious(sealed: string, purpose: string): boolean;
}

/** Reported when APP_SECRET does not decrypt what the first start encrypted. */
export const WRONG_APP_SECRET =
  'APP_SECRET (or app-secret in DATA_DIR) is not the secret that encrypted this database; start with that one';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Uses AES-256-GCM with a key derived from APP_SECRET (HKDF-SHA-256). Seals with the current secret, and opens texts of
 * both.
 */
export function createSecretBox(appSecret: string, previousSecret?: string): SecretBox {
  const current = createBox(appSecret);
  const previous = previousSecret === undefined ? undefined : createBox(previousSecret);
  const openBoth = (sealed: string, purpose: string): { readonly plain: string; readonly isOld: boolean } => {
    try {
      return { plain: current.open(sealed, purpose), isOld: false };
    } catch (error) {
      if (previous === undefined) throw error;
      return { plain: previous.open(sealed, purpose), isOld: true };
    }
  };
  return {
    seal: current.seal,
    open: (sealed, purpose) => openBoth(sealed, purpose).plain,
    isSealedByPrevious: (sealed, purpose) => openBoth(sealed, purpose).isOld,
  };
}

function createBox(secret: string): Pick<SecretBox, 'seal' | 'open'> {
  const key = deriveKey(secret, 'secret-box');
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

/** Derives a 32-byte key for one purpose. */
export function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, 'muneem', purpose, 32));
}

/** Creates a random bearer token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hex. Only for secrets with high entropy, such as tokens. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** HMAC-SHA-256 in hex. For short secrets (one-time codes) and keyed look-ups. */
export const keyedHash = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** Returns `digits` random decimal digits, evenly distributed. */
export const newNumericCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');

/** Compares in constant time, even for different lengths. */
export function sameSecret(given: string, wanted: string): boolean {
  const a = createHash('sha256').update(given).digest();
  const b = createHash('sha256').update(wanted).digest();
  return timingSafeEqual(a, b);
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns random letters and digits, evenly distributed. */
export const newAlphanumeric = (length: number): string =>
  Array.from({ length }, () => ALPHANUMERIC.charAt(randomInt(ALPHANUMERIC.length))).join('');
