import { TRACKING_MACROS } from '@muneem/contract/clicks';
import { OFFER_FIELDS } from '@muneem/contract/offers';
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { NetworkSelect } from '#features/networks/index.ts';
import { CopyButton, Note } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { copy } from './offer-form.copy.ts';
import { offerFormCard } from './offer-form-card.ts';
import classes from './offer-form.module.css';
import { previewTrackingUrl } from './preview-tracking-url.ts';

const OTHER_MACROS = TRACKING_MACROS.filter((name) => name !== 'click_id')
  .map((name) => `{${name}}`)
  .join(' ');

/** Tracking URL, postback token and status URL. */
export const TechnicalCard = offerFormCard(
  ['network', 'trackingUrl', 'postbackToken', 'pollUrl'],
  function TechnicalCard({ form, offerId }) {
    const words = copy.technical;
    return (
      <Section title={copy.cards.technical}>
        <Stack gap="sm">
          <NetworkSelect
            label={OFFER_FIELDS.network.label}
            description={words.networkHint}
            {...form.getInputProps('network')}
          />
          <TextInput
            type="url"
            label={OFFER_FIELDS.trackingUrl.label}
            description={words.trackingHint(OTHER_MACROS)}
            placeholder="https://network.example/click?cid={click_id}"
            withAsterisk
            {...form.getInputProps('trackingUrl')}
          />
          <TrackingPreview template={form.values.trackingUrl} offerId={offerId} />
          <TextInput
            label={OFFER_FIELDS.postbackToken.label}
            description={words.postbackTokenHint}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('postbackToken')}
          />
          <TextInput
            type="url"
            label={OFFER_FIELDS.pollUrl.label}
            description={words.pollHint}
            placeholder="https://network.example/status?cid={click_id}"
            {...form.getInputProps('pollUrl')}
          />
        </Stack>
      </Section>
    );
  },
);

/** The redirect of a sample click, while the URL is being typed. */
function TrackingPreview({ template, offerId }: { readonly template: string; readonly offerId: string | undefined }) {
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
