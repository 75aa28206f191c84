import { OFFER_LIMITS, OFFER_TEXTS } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif';

const DATA_URL = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[a-z0-9-]+=[^;,]*)*;base64,([A-Za-z0-9+/]*={0,2})$/i;

/**
 * Decodes the data URL of a PNG, JPEG, WebP or GIF. Detects the format by the first bytes, not by the declared type.
 * @throws AppError `validation_failed` with the specification's message at `imageData`
 */
export function readImageData(dataUrl: string): { readonly format: ImageFormat; readonly bytes: Buffer } {
  if (!/^data:image\//i.test(dataUrl)) throw imageRefused(OFFER_TEXTS.imageType);
  const base64 = DATA_URL.exec(dataUrl)?.[2];
  if (base64 === undefined || base64 === '') throw imageRefused(OFFER_TEXTS.imageBroken);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length >= OFFER_LIMITS.imageBytes) throw imageRefused(OFFER_TEXTS.imageSize);
  const format = formatOf(bytes);
  if (format === undefined) throw imageRefused(OFFER_TEXTS.imageType);
  return { format, bytes };
}

export const imageRefused = (message: string, cause?: unknown): AppError =>
  new AppError('validation_failed', message, { fields: { imageData: message }, cause });

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function formatOf(bytes: Buffer): ImageFormat | undefined {
  const text = bytes.toString('latin1', 0, 12);
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png';
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  return undefined;
}
