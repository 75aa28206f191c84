import { TRACKING_MACROS } from '@muneem/contract/clicks';
import { OFFER_FIELDS } from '@muneem/contract/offers';
import { Stack, TextInput } from '@mantine/core';
import { Section } from '#ui/layout/index.ts';
import { copy } from './offer-form.copy.ts';
import { offerFormCard } from './offer-form-card.ts';
import { TrackingPreview } from './tracking-preview.tsx';

const OTHER_MACROS = TRACKING_MACROS.filter((name) => name !== 'click_id')
  .map((name) => `{${name}}`)
  .join(' ');

/** Tracking URL, postback token and status URL. */
export const TechnicalCard = offerFormCard(
  ['trackingUrl', 'postbackToken', 'pollUrl'],
  function TechnicalCard({ form, offerId }) {
    const words = copy.technical;
    return (
      <Section title={copy.cards.technical}>
        <Stack gap="sm">
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
