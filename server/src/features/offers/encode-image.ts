import { createHash } from 'node:crypto';
import type sharp from 'sharp';
import { OFFER_LIMITS, OFFER_TEXTS } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';

export interface ImageFile {
  /** SHA-256 of the bytes, in hex. */
  readonly id: string;
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly bytes: Buffer;
}

/** Twice the recommended 512 px, for high-density screens. Larger images are scaled down. */
const MAX_SIDE = 1_024;
const QUALITY = 88;
const TIMEOUT_S = 10;

const LOADERS = [
  'VipsForeignLoadPng',
  'VipsForeignLoadJpeg',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadHeif',
];

/** Loaded with the first image. Decodes only these five formats, with one thread per image. */
let loading: Promise<typeof sharp> | undefined;
const loadSharp = (): Promise<typeof sharp> =>
  (loading ??= import('sharp').then(({ default: library }) => {
    library.block({ operation: ['VipsForeignLoad'] });
    library.unblock({ operation: LOADERS });
    library.cache(false);
    library.concurrency(1);
    return library;
  }));

/**
 * Re-encodes the image of a data URL. Keeps only pixels: no metadata, colour profiles, further frames or appended data.
 * Applies the EXIF rotation. @throws AppError `validation_failed` with the specification's message at `imageData`
 */
export async function encodeImage(dataUrl: string): Promise<ImageFile> {
  const given = readImageData(dataUrl);
  const library = await loadSharp();
  const encoding = inTurn.then(() => encode(library, given));
  inTurn = encoding.catch(() => undefined);
  const bytes = await encoding;
  if (bytes.length >= OFFER_LIMITS.imageBytes) throw imageRefused(OFFER_TEXTS.imageSize);
  return { id: createHash('sha256').update(bytes).digest('hex'), contentType: 'image/webp', bytes };
}

/** One image at a time: each may take 100 MB while it is decoded. */
let inTurn: Promise<unknown> = Promise.resolve();

async function encode(library: typeof sharp, given: Buffer): Promise<Buffer> {
  try {
    // The header alone: a small file can claim to have a gigapixel.
    const { width, height } = await library(given, { limitInputPixels: false }).metadata();
    if (width * height > OFFER_LIMITS.imagePixels) throw imageRefused(OFFER_TEXTS.imagePixels);
    return await library(given, { limitInputPixels: OFFER_LIMITS.imagePixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: TIMEOUT_S })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, smartSubsample: true })
      .toBuffer();
  } catch (error) {
    throw error instanceof AppError ? error : imageRefused(OFFER_TEXTS.imageBroken, error);
  }
}

const DATA_URL = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[a-z0-9-]+=[^;,]*)*;base64,([A-Za-z0-9+/]*={0,2})$/i;

/**
 * Decodes the data URL of a PNG, JPEG, WebP, GIF or AVIF. The first bytes decide, not the declared type.
 * @throws AppError `validation_failed` with the specification's message at `imageData`
 */
function readImageData(dataUrl: string): Buffer {
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
  const isAvif = text.slice(4) === 'ftypavif';
  return bytes.subarray(0, 8).equals(PNG_SIGNATURE) || isJpeg || isWebp || isGif || isAvif;
}
