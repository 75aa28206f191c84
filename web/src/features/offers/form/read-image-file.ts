import { OFFER_LIMITS, OFFER_TEXTS } from '@muneem/contract/offers';

/** A chosen file as a data URL. @throws Error with the specification's words */
export async function readImageFile(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new Error(OFFER_TEXTS.imageType);
  if (file.size >= OFFER_LIMITS.imageBytes) throw new Error(OFFER_TEXTS.imageSize);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error(OFFER_TEXTS.imageBroken, { cause: reader.error })));
    reader.readAsDataURL(file);
  });
}
