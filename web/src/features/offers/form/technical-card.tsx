import { TRACKING_MACROS } from '@muneem/contract/clicks';
import { OFFER_FIELDS } from '@muneem/contract/offers';
import { Button, TextInput } from '@mantine/core';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import { lazy, Suspense, useState } from 'react';
import { Section } from '#ui/layout/index.ts';
import { copy } from './offer-form.copy.ts';
import { useOfferFormContext } from './offer-form-context.ts';
import classes from './offer-form.module.css';
import { TrackingPreview } from './tracking-preview.tsx';

const TestClickModal = lazy(async () => ({ default: (await import('./test-click-modal.tsx')).TestClickModal }));

const OTHER_MACROS = TRACKING_MACROS.filter((name) => name !== 'click_id')
  .map((name) => `{${name}}`)
  .join(' ');

/** Tracking URL, postback token and status URL. A stored offer's tracking URL can be tried out. */
export function TechnicalCard({ offerId }: { readonly offerId: string | undefined }) {
  const form = useOfferFormContext();
  const words = copy.technical;
  const [isTesting, setTesting] = useState(false);
  const tryOut = (
    <Button
      variant="default"
      leftSection={<IconRoute size={16} aria-hidden />}
      disabled={offerId === undefined}
      onClick={() => setTesting(true)}
      {...(offerId === undefined ? { 'data-tip': words.saveFirst } : {})}
    >
      {words.tryOut}
    </Button>
  );
  return (
    <Section title={copy.cards.technical} actions={tryOut}>
      <div className={classes['stack']}>
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
      </div>
      {isTesting && offerId !== undefined && (
        <Suspense>
          <TestClickModal offerId={offerId} isChanged={form.isDirty('trackingUrl')} onClose={() => setTesting(false)} />
        </Suspense>
      )}
    </Section>
  );
}
