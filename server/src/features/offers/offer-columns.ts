import {
  OFFER_DEFAULTS,
  OFFER_TEXTS,
  STORED_OFFER_FIELDS,
  UPLOADED_IMAGE,
  type OfferInput,
  type StoredOfferColumns,
} from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { lockNetworkState } from '#features/networks/index.ts';
import { encodeImage, type ImageFile } from './encode-image.ts';
import { imageExists, saveImage } from './offer-images.repository.ts';
import { sealOfferToken } from './offer-token.ts';
import type { OfferColumns } from './offers.repository.ts';

const switchOr = (value: 'active' | 'inactive' | undefined, kept = false): boolean =>
  value === undefined ? kept : value === 'active';

/** Decodes and re-encodes an uploaded image. Slow, so call it before the transaction. @throws AppError */
export async function uploadedImage({ imageData }: OfferInput): Promise<ImageFile | undefined> {
  return imageData === undefined || imageData === null || imageData === '' ? undefined : encodeImage(imageData);
}

/**
 * Maps a body to columns. Omitted fields keep `before`, or get the default of a new offer.
 * @throws AppError `validation_failed` for an unknown image or network, or an enabled but empty whitelist
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
    postbackTokenSealed: sealedToken(secrets, id, input.postbackToken, before?.postbackTokenSealed ?? null),
    steps: input.steps.map((step, index) => ({ ...step, id: index + 1 })),
    ipWhitelistEnabled: switchOr(input.ipWhitelistSwitch, before?.ipWhitelistEnabled),
    ipBlockEnabled: switchOr(input.ipBlock, before?.ipBlockEnabled),
    networkId: await networkIdOf(tx, input.network, before?.networkId ?? null),
  };
  if (columns.ipWhitelistEnabled && columns.ipWhitelist === '')
    throw invalid('ipWhitelist', OFFER_TEXTS.ipWhitelistEmpty);
  return columns;
}

/** Undefined keeps, null clears. */
const storedColumns = (input: OfferInput, before: OfferColumns | undefined): StoredOfferColumns =>
  Object.fromEntries(
    STORED_OFFER_FIELDS.map((name) => {
      const value = input[name];
      return [name, value === undefined ? (before?.[name] ?? OFFER_DEFAULTS[name]) : (value ?? '')];
    }),
  ) as unknown as StoredOfferColumns;

/** An offer keeps its archived network, but no other offer gets it. */
async function networkIdOf(tx: Tx, wanted: string | null | undefined, before: string | null): Promise<string | null> {
  if (wanted === undefined || wanted === before) return before;
  if (wanted === null || wanted === '') return null;
  const network = await lockNetworkState(tx, wanted);
  if (network === null) throw invalid('network', OFFER_TEXTS.networkUnknown);
  if (network.isArchived) throw invalid('network', OFFER_TEXTS.networkArchived);
  return wanted;
}

export const invalid = (field: string, message: string): AppError =>
  new AppError('validation_failed', message, { fields: { [field]: message } });

function sealedToken(
  secrets: SecretBox,
  id: string,
  value: string | null | undefined,
  kept: string | null,
): string | null {
  if (value === undefined) return kept;
  return value === null || value === '' ? null : sealOfferToken(secrets, id, value);
}

/** An uploaded file wins over a URL. The URL of an earlier upload keeps that file. */
async function imageColumns(
  tx: Tx,
  image: OfferInput['image'],
  file: ImageFile | undefined,
  before: OfferColumns | undefined,
): Promise<Pick<OfferColumns, 'imageUrl' | 'imageId'>> {
  if (file) {
    await saveImage(tx, file);
    return { imageUrl: null, imageId: file.id };
  }
  if (image === undefined) return { imageUrl: before?.imageUrl ?? null, imageId: before?.imageId ?? null };
  const uploaded = UPLOADED_IMAGE.exec(image ?? '')?.[1];
  if (uploaded === undefined) return { imageUrl: image === '' ? null : image, imageId: null };
  if (!(await imageExists(tx, uploaded))) throw invalid('image', 'This image was not found. Please upload it again.');
  return { imageUrl: null, imageId: uploaded };
}
