import { createHash } from 'node:crypto';
import { OFFER_LIMITS, OFFER_TEXTS } from '@muneem/contract/offers';
import type sharp from 'sharp';
import { imageRefused, readImageData } from './read-image-data.ts';

export interface ImageFile {
  /** SHA-256 of the bytes, in hex. */
  readonly id: string;
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly bytes: Buffer;
}

/** Twice the recommended 512 px, for high-density screens. Larger images are scaled down. */
const MAX_SIDE = 1_024;
/** A small file can claim to have a gigapixel. */
const MAX_PIXELS = 40_000_000;
const QUALITY = 88;
const TIMEOUT_S = 10;

const LOADERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];

/** Loaded with the first image. Decodes only these four formats, with one thread per image. */
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
  let bytes: Buffer;
  try {
    bytes = await library(given, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: TIMEOUT_S })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, smartSubsample: true })
      .toBuffer();
  } catch (error) {
    throw imageRefused(OFFER_TEXTS.imageBroken, error);
  }
  if (bytes.length >= OFFER_LIMITS.imageBytes) throw imageRefused(OFFER_TEXTS.imageSize);
  return { id: createHash('sha256').update(bytes).digest('hex'), contentType: 'image/webp', bytes };
}
