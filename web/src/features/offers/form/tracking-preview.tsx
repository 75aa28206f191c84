import { Group, Text } from '@mantine/core';
import { CopyButton, Note } from '#ui/display/index.ts';
import { copy } from './offer-form.copy.ts';
import classes from './offer-form.module.css';
import { previewTrackingUrl } from './preview-tracking-url.ts';

interface TrackingPreviewProps {
  readonly template: string;
  readonly offerId: string | undefined;
}

/** The redirect of a sample click, while the URL is being typed. */
export function TrackingPreview({ template, offerId }: TrackingPreviewProps) {
  const words = copy.technical;
  const preview = previewTrackingUrl(template, offerId);
  return (
    <div className={classes['preview']} role="group" aria-label={words.preview}>
      <Text span inherit c="dimmed" fw={500}>
        {words.preview}
      </Text>
      {preview ? (
        <>
          <Group gap="0.375rem" wrap="nowrap" align="flex-start">
            <code>{preview.url}</code>
            <CopyButton value={preview.url} what={words.previewWhat} />
          </Group>
          {preview.unknown.length > 0 && (
            <span className={classes['warn']}>{words.unknownMacros(preview.unknown.join(', '))}</span>
          )}
        </>
      ) : (
        <Note span>{words.noPreview}</Note>
      )}
    </div>
  );
}
