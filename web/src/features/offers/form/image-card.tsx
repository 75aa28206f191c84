import { OFFER_IMAGE_TYPES, OFFER_LIMITS, OFFER_TEXTS, UPLOADED_IMAGE } from '@muneem/contract/offers';
import { Button, FileButton, Group, Input, Stack, TextInput } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react';
import { Note } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { OfferImage } from '../offer-image.tsx';
import { copy } from './offer-form.copy.ts';
import { offerFormCard, type OfferFormApi } from './offer-form-card.ts';
import classes from './offer-form.module.css';

/** A file (chosen, dropped or pasted) or a URL. The last one given wins. */
export const ImageCard = offerFormCard(['image', 'imageData', 'title'], function ImageCard({ form }) {
  const { resetChooser, take, give } = useImageFile(form);
  const [dropping, setDropping] = useState(false);
  const words = copy.image;
  const { image, imageData, title } = form.values;
  const isUploaded = UPLOADED_IMAGE.test(image);
  const fileError = form.errors['imageData'];
  const fileErrorId = useId();
  const isEmpty = image === '' && imageData === '';
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Section title={copy.cards.image}>
      <Group
        align="stretch"
        className={classes['imageRow'] ?? ''}
        data-dropping={dropping || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={drop}
      >
        <OfferImage image={imageData === '' ? image : imageData} title={title} size="preview" />
        <Stack gap="sm" flex="1 1 16rem" miw={0}>
          <Note>{words.hint}</Note>
          <Group gap="xs">
            <FileButton
              accept={OFFER_IMAGE_TYPES.join(',')}
              resetRef={resetChooser}
              onChange={(file) => void take(file)}
            >
              {(props) => (
                <Button
                  variant="default"
                  leftSection={<IconUpload size={16} aria-hidden />}
                  data-path="imageData"
                  aria-describedby={fileError === undefined ? undefined : fileErrorId}
                  {...props}
                >
                  {isEmpty ? words.upload : words.replace}
                </Button>
              )}
            </FileButton>
            {!isEmpty && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => give({ image: '', imageData: '' })}
              >
                {words.remove}
              </Button>
            )}
          </Group>
          <div role="alert">{fileError !== undefined && <Input.Error id={fileErrorId}>{fileError}</Input.Error>}</div>
          <TextInput
            type="url"
            label={words.url}
            placeholder={isUploaded ? words.uploaded : 'https://cdn.example/icon.png'}
            {...form.getInputProps('image')}
            value={isUploaded ? '' : image}
            onChange={(event) => give({ image: event.currentTarget.value, imageData: '' })}
          />
        </Stack>
      </Group>
    </Section>
  );
});

/** Puts an image into the form. A file can be pasted anywhere on the page. Pasted text still reaches its field. */
function useImageFile(form: Pick<OfferFormApi, 'setValues' | 'setFieldError' | 'clearFieldError'>) {
  const resetChooser = useRef<() => void>(null);
  const give = (given: { image: string; imageData: string }): void => {
    form.setValues(given);
    form.clearFieldError('imageData');
    form.clearFieldError('image');
  };
  const take = async (file: File | null | undefined): Promise<void> => {
    resetChooser.current?.();
    if (!file) return;
    try {
      give({ imageData: await readImageFile(file), image: '' });
    } catch (failure) {
      form.setFieldError('imageData', (failure as Error).message);
    }
  };
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = imageAmong(event.clipboardData?.files);
    if (!file) return;
    event.preventDefault();
    void take(file);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  return { resetChooser, take, give };
}

/** Reads an image file as a data URL. @throws Error with the specification's words */
async function readImageFile(file: File): Promise<string> {
  if (!OFFER_IMAGE_TYPES.includes(file.type)) throw new Error(OFFER_TEXTS.imageType);
  if (file.size >= OFFER_LIMITS.imageBytes) throw new Error(OFFER_TEXTS.imageSize);
  try {
    const { width, height } = await createImageBitmap(file);
    if (width * height <= OFFER_LIMITS.imagePixels) return await dataUrlOf(file);
  } catch (cause) {
    throw new Error(OFFER_TEXTS.imageBroken, { cause });
  }
  throw new Error(OFFER_TEXTS.imagePixels);
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
const imageAmong = (files: FileList | undefined): File | undefined =>
  [...(files ?? [])].find(({ type }) => type.startsWith('image/'));
