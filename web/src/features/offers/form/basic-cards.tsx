import { OFFER_FIELDS, OFFER_TOPICS, type OfferCategory } from '@muneem/contract/offers';
import { Group, NativeSelect, Radio, Switch, Textarea, TextInput } from '@mantine/core';
import { NumberField, optionsOf } from '#ui/fields/index.ts';
import { FieldGrid } from '#ui/form/index.ts';
import { Section } from '#ui/layout/index.ts';
import { offerCopy } from '../offers.copy.ts';
import { typeOfCategory } from './form-values.ts';
import { Hint } from './hint.tsx';
import { copy } from './offer-form.copy.ts';
import { offerFormCard } from './offer-form-card.ts';
import classes from './offer-form.module.css';
import { sumHint } from './payout-hint.ts';

/** Regular or Prime; locked once the offer exists. */
export const CategoryCard = offerFormCard(['offerCategory'], function CategoryCard({ form, offerId }) {
  const words = copy.category;
  const locked = offerId !== undefined;
  const choose = (chosen: string) => {
    form.setFieldValue('offerCategory', chosen as OfferCategory);
    form.setFieldValue('type', typeOfCategory(chosen as OfferCategory));
  };
  return (
    <Section title={copy.cards.category}>
      <Radio.Group
        aria-label={copy.cards.category}
        value={form.values.offerCategory}
        onChange={choose}
        inputWrapperOrder={['label', 'input', 'description']}
        {...(locked ? { description: words.locked } : {})}
      >
        <Group gap="0.5rem 1.5rem" mb={6}>
          <Radio value="regular" label={words.regular} disabled={locked} />
          <Radio value="prime" label={words.prime} disabled={locked} />
        </Group>
      </Radio.Group>
    </Section>
  );
});

const TYPES = optionsOf({ '': copy.basic.typePlaceholder, ...offerCopy.regularTypes });
const TOPICS = [{ value: '', label: copy.basic.categoryNone }, ...OFFER_TOPICS];

const BASIC_FIELDS = [
  'offerCategory',
  'title',
  'description',
  'coins',
  'type',
  'category',
  'developer',
  'downloads',
  'rating',
  'isActive',
  'events',
] as const;

export const BasicCard = offerFormCard(BASIC_FIELDS, function BasicCard({ form }) {
  const words = copy.basic;
  const isPrime = form.values.offerCategory === 'prime';
  return (
    <Section title={copy.cards.basic}>
      <FieldGrid width="16rem">
        <TextInput
          label={OFFER_FIELDS.title.label}
          withAsterisk
          className={classes['wide'] ?? ''}
          {...form.getInputProps('title')}
        />
        <Textarea
          label={OFFER_FIELDS.description.label}
          withAsterisk
          rows={3}
          className={classes['wide'] ?? ''}
          {...form.getInputProps('description')}
        />
        <NumberField
          label={OFFER_FIELDS.coins.label}
          min={1}
          withAsterisk
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={
            <Hint of={({ coinsPerRupee }) => sumHint(form.values.events, form.values.coins, coinsPerRupee)} />
          }
          {...form.getInputProps('coins')}
        />
        <NativeSelect
          label={OFFER_FIELDS.type.label}
          withAsterisk
          disabled={isPrime}
          data={isPrime ? [{ value: 'prime', label: offerCopy.types.prime }] : TYPES}
          {...form.getInputProps('type')}
        />
        <NativeSelect label={OFFER_FIELDS.category.label} data={TOPICS} {...form.getInputProps('category')} />
        <TextInput label={OFFER_FIELDS.developer.label} {...form.getInputProps('developer')} />
        <TextInput label={OFFER_FIELDS.downloads.label} placeholder="10K+" {...form.getInputProps('downloads')} />
        <NumberField label={OFFER_FIELDS.rating.label} {...form.getInputProps('rating')} />
        <Switch
          label={OFFER_FIELDS.isActive.label}
          description={words.activeHint}
          className={classes['wide'] ?? ''}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      </FieldGrid>
    </Section>
  );
});
