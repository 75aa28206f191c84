import { OFFER_LIMITS } from '@muneem/contract/offers';
import { Checkbox, TextInput } from '@mantine/core';
import { formatCount } from '#lib/format.ts';
import { Note } from '#ui/display/index.ts';
import { NumberField } from '#ui/fields/index.ts';
import { FieldGrid } from '#ui/form/index.ts';
import { Section } from '#ui/layout/index.ts';
import { EntryList } from './entry-list.tsx';
import { emptyEvent } from './form-values.ts';
import { Hint } from './hint.tsx';
import { copy } from './offer-form.copy.ts';
import { offerFormCard } from './offer-form-card.ts';
import { marginHint, payoutHint } from './payout-hint.ts';

/** The rewarded steps that postbacks report, in their order. */
export const EventsCard = offerFormCard(['events', 'coins'], function EventsCard({ form }) {
  const words = copy.events;
  const { events, coins } = form.values;
  return (
    <Section title={copy.cards.events}>
      <Note mb="sm">{words.hint}</Note>
      <EntryList
        form={form}
        list="events"
        entries={events}
        label={copy.cards.events}
        nameOf={words.event}
        most={OFFER_LIMITS.events}
        addText={words.add}
        makeEntry={emptyEvent}
        aside={({ _id, eventCount }) => _id !== undefined && <Note span>{words.count(formatCount(eventCount))}</Note>}
      >
        {(event, index) => (
          <>
            <FieldGrid width="16rem">
              <TextInput
                label={words.name}
                placeholder="for example install"
                withAsterisk
                {...form.getInputProps(`events.${index}.eventName`)}
              />
              <FieldGrid width="9rem">
                <NumberField
                  label={words.payout}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  description={<Hint of={({ coinsPerRupee }) => payoutHint(event, coins, coinsPerRupee)} />}
                  {...form.getInputProps(`events.${index}.eventPayout`)}
                />
                <NumberField label={words.cap} min={1} {...form.getInputProps(`events.${index}.eventCap`)} />
              </FieldGrid>
            </FieldGrid>
            <FieldGrid width="16rem">
              <NumberField
                label={words.revenue}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                description={<Hint of={(rules) => marginHint(event, coins, rules)} otherwise={words.revenueHint} />}
                {...form.getInputProps(`events.${index}.revenue`)}
              />
              <TextInput label={words.description} {...form.getInputProps(`events.${index}.description`)} />
            </FieldGrid>
            <Checkbox
              label={words.required}
              {...form.getInputProps(`events.${index}.isRequired`, { type: 'checkbox' })}
            />
          </>
        )}
      </EntryList>
    </Section>
  );
});
