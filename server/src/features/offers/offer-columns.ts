import { OFFER_DEFAULTS, OFFER_TEXTS, UPLOADED_IMAGE, type OfferInput } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { encodeImage, type ImageFile } from './encode-image.ts';
import { imageExists, saveImage } from './offer-images.repository.ts';
import { sealOfferToken } from './offer-token.ts';
import type { OfferColumns } from './offers.repository.ts';

/** What a new offer is, where the body says nothing. */
const NEW_OFFER = {
  image_url: null,
  image_id: null,
  developer: null,
  rating: OFFER_DEFAULTS.rating,
  downloads: null,
  category: null,
  poll_url: null,
  postback_token_sealed: null,
  custom_click_id_params: [],
  deadline: OFFER_DEFAULTS.deadline,
  is_active: OFFER_DEFAULTS.isActive,
  ip_whitelist_enabled: false,
  ip_whitelist: '',
  ip_block_enabled: false,
} as const satisfies Partial<OfferColumns>;

/** `undefined` keeps, empty and null clear. */
const textOr = (given: string | null | undefined, kept: string | null): string | null =>
  given === undefined ? kept : given === '' ? null : given;
const switchOr = (given: 'active' | 'inactive' | undefined, kept: boolean): boolean =>
  given === undefined ? kept : given === 'active';

/** The picture that a body brings, decoded and drawn anew: work for before the transaction. @throws AppError */
export async function uploadedImage({ imageData }: OfferInput): Promise<ImageFile | undefined> {
  return imageData === undefined || imageData === null || imageData === '' ? undefined : encodeImage(imageData);
}

/**
 * What is stored for a body. What the body leaves out keeps what it is (`before`), or gets its default on a new offer.
 * @throws AppError `validation_failed` for an image that is not here, or a whitelist that is on and empty.
 */
export async function offerColumns(
  tx: Tx,
  secrets: SecretBox,
  id: string,
  input: OfferInput,
  { before, file }: { before: OfferColumns | undefined; file: ImageFile | undefined },
): Promise<OfferColumns> {
  const kept = before ?? NEW_OFFER;
  const columns: OfferColumns = {
    title: input.title,
    description: input.description,
    coins: input.coins,
    type: input.type,
    requirements: input.requirements,
    ...(await imageColumns(tx, input.image, file, kept)),
    developer: textOr(input.developer, kept.developer),
    rating: input.rating ?? kept.rating,
    downloads: textOr(input.downloads, kept.downloads),
    category: textOr(input.category, kept.category),
    tracking_url: input.trackingUrl,
    poll_url: textOr(input.pollUrl, kept.poll_url),
    postback_token_sealed: sealedToken(secrets, id, input.postbackToken, kept.postback_token_sealed),
    custom_click_id_params: input.customClickIdParams ?? kept.custom_click_id_params,
    deadline: textOr(input.deadline, kept.deadline) ?? '',
    steps: input.steps.map((step, index) => ({
      id: index + 1,
      title: step.title,
      description: step.description,
      isCompleted: step.isCompleted,
    })),
    is_active: input.isActive ?? kept.is_active,
    ip_whitelist_enabled: switchOr(input.ipWhitelistSwitch, kept.ip_whitelist_enabled),
    ip_whitelist: input.ipWhitelist ?? kept.ip_whitelist,
    ip_block_enabled: switchOr(input.ipBlock, kept.ip_block_enabled),
  };
  if (columns.ip_whitelist_enabled && columns.ip_whitelist === '')
    throw invalid('ipWhitelist', OFFER_TEXTS.ipWhitelistEmpty);
  return columns;
}

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

/** An uploaded file wins over an address; the address of a file that was uploaded before keeps that file. */
async function imageColumns(
  tx: Tx,
  image: OfferInput['image'],
  file: ImageFile | undefined,
  kept: Pick<OfferColumns, 'image_url' | 'image_id'>,
): Promise<Pick<OfferColumns, 'image_url' | 'image_id'>> {
  if (file) {
    await saveImage(tx, file);
    return { image_url: null, image_id: file.id };
  }
  if (image === undefined) return { image_url: kept.image_url, image_id: kept.image_id };
  const uploaded = UPLOADED_IMAGE.exec(image ?? '')?.[1];
  if (uploaded === undefined) return { image_url: textOr(image, null), image_id: null };
  if (!(await imageExists(tx, uploaded))) throw invalid('image', 'This image was not found. Please upload it again.');
  return { image_url: null, image_id: uploaded };
}
