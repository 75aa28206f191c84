import { CopyButton } from '#ui/display/index.ts';
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
      <span className={classes['previewTitle']}>{words.preview}</span>
      {preview ? (
        <>
          <span className={classes['previewUrl']}>
            <code>{preview.url}</code>
            <CopyButton value={preview.url} what={words.previewWhat} />
          </span>
          {preview.unknown.length > 0 && (
            <span className={classes['warn']}>{words.unknownMacros(preview.unknown.join(', '))}</span>
          )}
        </>
      ) : (
        <span className={classes['aside']}>{words.noPreview}</span>
      )}
    </div>
  );
}
