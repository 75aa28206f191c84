import { TRACKING_MACROS } from '@muneem/contract/clicks';
import { TextInput } from '@mantine/core';
import { Section } from '#ui/layout/index.ts';
import { copy } from './offer-form.copy.ts';
import { useOfferFormContext } from './offer-form-context.ts';
import classes from './offer-form.module.css';

const OTHER_MACROS = TRACKING_MACROS.filter((name) => name !== 'click_id')
  .map((name) => `{${name}}`)
  .join(' ');

export function TechnicalCard() {
  const form = useOfferFormContext();
  const words = copy.technical;
  return (
    <Section title={copy.cards.technical}>
      <div className={classes['stack']}>
        <TextInput
          type="url"
          label={words.trackingUrl}
          description={words.trackingHint(OTHER_MACROS)}
          placeholder="https://network.example/click?cid={click_id}"
          withAsterisk
          {...form.getInputProps('trackingUrl')}
        />
        <TextInput
          label={words.postbackToken}
          description={words.postbackTokenHint}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('postbackToken')}
        />
        <TextInput
          type="url"
          label={words.pollUrl}
          description={words.pollHint}
          placeholder="https://network.example/status?cid={click_id}"
          {...form.getInputProps('pollUrl')}
        />
      </div>
    </Section>
  );
}
