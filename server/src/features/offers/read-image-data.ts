import { createHash } from 'node:crypto';
import { OFFER_LIMITS, OFFER_TEXTS } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';

export interface ImageFile {
  /** SHA-256 of the bytes, in hex. */
  readonly id: string;
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly bytes: Buffer;
}

const DATA_URL = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[a-z0-9-]+=[^;,]*)*;base64,([A-Za-z0-9+/]*={0,2})$/i;

/**
 * Reads an uploaded image from its data URL. What it is called does not count, only what it is: PNG, JPEG, WebP or GIF,
 * whole, and with nothing behind its end.
 * @throws AppError `validation_failed` with the specification's message at `imageData`.
 */
export function readImageData(dataUrl: string): ImageFile {
  if (!/^data:image\//i.test(dataUrl)) throw refused(OFFER_TEXTS.imageType);
  const base64 = DATA_URL.exec(dataUrl)?.[2];
  if (base64 === undefined || base64 === '') throw refused(OFFER_TEXTS.imageBroken);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length >= OFFER_LIMITS.imageBytes) throw refused(OFFER_TEXTS.imageSize);
  const contentType = contentTypeOf(bytes);
  if (contentType === undefined) throw refused(OFFER_TEXTS.imageType);
  return { id: createHash('sha256').update(bytes).digest('hex'), contentType, bytes };
}

const refused = (message: string): AppError =>
  new AppError('validation_failed', { userMessage: message, fields: { imageData: message } });

function contentTypeOf(bytes: Buffer): ImageFile['contentType'] | undefined {
  if (isPng(bytes)) return 'image/png';
  if (isJpeg(bytes)) return 'image/jpeg';
  if (isWebp(bytes)) return 'image/webp';
  if (isGif(bytes)) return 'image/gif';
  return undefined;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks follow each other from IHDR to IEND, and IEND is the end of the file. */
function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return false;
  let chunk = '';
  let offset = 8;
  for (let first = true; offset + 12 <= bytes.length; first = false) {
    const length = bytes.readUInt32BE(offset);
    chunk = bytes.toString('latin1', offset + 4, offset + 8);
    if (!/^[A-Za-z]{4}$/.test(chunk) || (first && (chunk !== 'IHDR' || length !== 13))) return false;
    offset += 12 + length;
    if (chunk === 'IEND') break;
  }
  return chunk === 'IEND' && offset === bytes.length;
}

function isJpeg(bytes: Buffer): boolean {
  return (
    bytes.length > 4 &&
    bytes.readUInt16BE(0) === 0xffd8 &&
    bytes[2] === 0xff &&
    bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  );
}

/** The size in the RIFF header is the size of the file (padded to an even number). */
function isWebp(bytes: Buffer): boolean {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return false;
  const end = bytes.readUInt32LE(4) + 8;
  return /^VP8[ LX]$/.test(bytes.toString('latin1', 12, 16)) && (end === bytes.length || end + 1 === bytes.length);
}

function isGif(bytes: Buffer): boolean {
  return bytes.length > 14 && /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) && bytes.at(-1) === 0x3b;
}
