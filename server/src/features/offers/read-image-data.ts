import { OFFER_LIMITS, OFFER_TEXTS } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';

const DATA_URL = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[a-z0-9-]+=[^;,]*)*;base64,([A-Za-z0-9+/]*={0,2})$/i;

/**
 * Decodes the data URL of a PNG, JPEG, WebP or GIF. The first bytes decide, not the declared type.
 * @throws AppError `validation_failed` with the specification's message at `imageData`
 */
export function readImageData(dataUrl: string): Buffer {
  if (!/^data:image\//i.test(dataUrl)) throw imageRefused(OFFER_TEXTS.imageType);
  const base64 = DATA_URL.exec(dataUrl)?.[2];
  if (base64 === undefined || base64 === '') throw imageRefused(OFFER_TEXTS.imageBroken);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length >= OFFER_LIMITS.imageBytes) throw imageRefused(OFFER_TEXTS.imageSize);
  if (!isImage(bytes)) throw imageRefused(OFFER_TEXTS.imageType);
  return bytes;
}

export const imageRefused = (message: string, cause?: unknown): AppError =>
  new AppError('validation_failed', message, { fields: { imageData: message }, cause });

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function isImage(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, 12);
  const isJpeg = text.startsWith('\u00ff\u00d8\u00ff');
  const isWebp = text.startsWith('RIFF') && text.endsWith('WEBP');
  const isGif = /^GIF8[79]a/.test(text);
  return bytes.subarray(0, 8).equals(PNG_SIGNATURE) || isJpeg || isWebp || isGif;
}
