import { OFFER_FIELDS, OFFER_LIMITS } from '@muneem/contract/offers';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { Section } from '#ui/layout/index.ts';
import { EntryList } from './entry-list.tsx';
import { emptyStep } from './form-values.ts';
import { copy } from './offer-form.copy.ts';
import { offerFormCard } from './offer-form-card.ts';

const words = copy.requirements;

/** Requirements, deadline and one to six steps. */
export const RequirementsCard = offerFormCard(['requirements', 'deadline', 'steps'], ({ form }) => (
  <Section title={copy.cards.requirements}>
    <Stack gap="sm">
      <Textarea label={OFFER_FIELDS.requirements.label} withAsterisk rows={3} {...form.getInputProps('requirements')} />
      <TextInput label={OFFER_FIELDS.deadline.label} {...form.getInputProps('deadline')} />
      <EntryList
        form={form}
        list="steps"
        entries={form.values.steps}
        label={OFFER_FIELDS.steps.label}
        nameOf={words.step}
        most={OFFER_LIMITS.steps}
        addText={words.add}
        makeEntry={emptyStep}
      >
        {(_, index) => (
          <>
            <TextInput label={words.stepTitle} withAsterisk {...form.getInputProps(`steps.${index}.title`)} />
            <Textarea
              label={words.stepDescription}
              withAsterisk
              autosize={false}
              rows={2}
              {...form.getInputProps(`steps.${index}.description`)}
            />
          </>
        )}
      </EntryList>
    </Stack>
  </Section>
));
