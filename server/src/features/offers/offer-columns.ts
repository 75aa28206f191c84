import {
  OFFER_DEFAULTS,
  OFFER_FIELDS,
  OFFER_TEXTS,
  STORED_OFFER_FIELDS,
  UPLOADED_IMAGE,
  type OfferInput,
  type StoredOfferColumns,
} from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { encodeImage, type ImageFile } from './encode-image.ts';
import { imageExists, saveImage } from './offer-images.repository.ts';
import { sealOfferToken } from './offer-token.ts';
import type { OfferColumns } from './offers.repository.ts';

const switchOr = (given: 'active' | 'inactive' | undefined, kept = false): boolean =>
  given === undefined ? kept : given === 'active';

/** Decodes and re-encodes an uploaded image. Slow, so call it before the transaction. @throws AppError */
export async function uploadedImage({ imageData }: OfferInput): Promise<ImageFile | undefined> {
  return imageData === undefined || imageData === null || imageData === '' ? undefined : encodeImage(imageData);
}

/**
 * Maps a body to columns. Omitted fields keep `before`, or get the default of a new offer.
 * @throws AppError `validation_failed` for an unknown image, or an enabled but empty whitelist
 */
export async function offerColumns(
  tx: Tx,
  secrets: SecretBox,
  id: string,
  input: OfferInput,
  { before, file }: { before: OfferColumns | undefined; file: ImageFile | undefined },
): Promise<OfferColumns> {
  const columns: OfferColumns = {
    ...storedColumns(input, before),
    ...(await imageColumns(tx, input.image, file, before)),
    postback_token_sealed: sealedToken(secrets, id, input.postbackToken, before?.postback_token_sealed ?? null),
    steps: input.steps.map((step, index) => ({ ...step, id: index + 1 })),
    ip_whitelist_enabled: switchOr(input.ipWhitelistSwitch, before?.ip_whitelist_enabled),
    ip_block_enabled: switchOr(input.ipBlock, before?.ip_block_enabled),
  };
  if (columns.ip_whitelist_enabled && columns.ip_whitelist === '')
    throw invalid('ipWhitelist', OFFER_TEXTS.ipWhitelistEmpty);
  return columns;
}

/** Undefined keeps, null clears. */
const storedColumns = (input: OfferInput, before: OfferColumns | undefined): StoredOfferColumns =>
  Object.fromEntries(
    STORED_OFFER_FIELDS.map((name) => {
      const { column } = OFFER_FIELDS[name];
      const given = input[name];
      return [column, given === undefined ? (before?.[column] ?? OFFER_DEFAULTS[name]) : (given ?? '')];
    }),
  ) as unknown as StoredOfferColumns;

export const invalid = (field: string, message: string): AppError =>
  new AppError('validation_failed', { userMessage: message, fields: { [field]: message } });

function sealedToken(
  secrets: SecretBox,
  id: string,
  given: string | null | undefined,
  kept: string | null,
): string | null {
  if (given === undefined) return kept;
  return given === null || given === '' ? null : sealOfferToken(secrets, id, given);
}

/** An uploaded file wins over a URL. The URL of an earlier upload keeps that file. */
async function imageColumns(
  tx: Tx,
  image: OfferInput['image'],
  file: ImageFile | undefined,
  before: OfferColumns | undefined,
): Promise<Pick<OfferColumns, 'image_url' | 'image_id'>> {
  if (file) {
    await saveImage(tx, file);
    return { image_url: null, image_id: file.id };
  }
  if (image === undefined) return { image_url: before?.image_url ?? null, image_id: before?.image_id ?? null };
  const uploaded = UPLOADED_IMAGE.exec(image ?? '')?.[1];
  if (uploaded === undefined) return { image_url: image === '' ? null : image, image_id: null };
  if (!(await imageExists(tx, uploaded))) throw invalid('image', 'This image was not found. Please upload it again.');
  return { image_url: null, image_id: uploaded };
}
