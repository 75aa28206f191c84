import { OFFER_FIELDS, paramNamesProblem, splitParamNames } from '@muneem/contract/offers';
import { STANDARD_CLICK_ID_PARAMS } from '@muneem/contract/postbacks';
import { TextInput } from '@mantine/core';
import { Section } from '#ui/layout/index.ts';
import { ClickParamsManager } from './click-params-manager.tsx';
import { copy } from './offer-form.copy.ts';
import { offerFormCard } from './offer-form-card.ts';

const HINT = copy.params.hint(STANDARD_CLICK_ID_PARAMS.join(', '));

/** A new offer has one text field. A stored offer has a manager that saves each change at once. */
export const ClickParamsCard = offerFormCard(['customClickIdParams'], function ClickParamsCard({ form, offerId }) {
  const words = copy.params;
  const field = form.getInputProps('customClickIdParams');
  return (
    <Section title={copy.cards.params}>
      {offerId === undefined ? (
        <TextInput
          label={OFFER_FIELDS.customClickIdParams.label}
          description={HINT}
          placeholder={words.placeholder}
          {...field}
          onChange={(event) => {
            const text = event.currentTarget.value;
            form.setFieldValue('customClickIdParams', text);
            form.setFieldError('customClickIdParams', paramNamesProblem(splitParamNames(text)) ?? null);
          }}
        />
      ) : (
        <ClickParamsManager offerId={offerId} hint={HINT} />
      )}
    </Section>
  );
});
