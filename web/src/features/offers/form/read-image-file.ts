import { OFFER_LIMITS, OFFER_TEXTS } from '@muneem/contract/offers';

/** Reads an image file as a data URL. @throws Error with the specification's words */
export async function readImageFile(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new Error(OFFER_TEXTS.imageType);
  if (file.size >= OFFER_LIMITS.imageBytes) throw new Error(OFFER_TEXTS.imageSize);
  try {
    (await createImageBitmap(file)).close();
    return await dataUrlOf(file);
  } catch (cause) {
    throw new Error(OFFER_TEXTS.imageBroken, { cause });
  }
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
}

/** The first image among pasted or dropped files. */
export const imageAmong = (files: FileList | undefined): File | undefined =>
  [...(files ?? [])].find(({ type }) => type.startsWith('image/'));
