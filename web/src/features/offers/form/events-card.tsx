import { OFFER_LIMITS } from '@muneem/contract/offers';
import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#lib/format.ts';
import { Note } from '#ui/display/index.ts';
import { FieldGrid } from '#ui/form/index.ts';
import { Section } from '#ui/layout/index.ts';
import { rewardRulesQuery } from '../offers.queries.ts';
import { EntryList } from './entry-list.tsx';
import { emptyEvent, type EventValues } from './form-values.ts';
import { copy } from './offer-form.copy.ts';
import { offerFormCard } from './offer-form-card.ts';
import classes from './offer-form.module.css';
import { payoutHint } from './payout-hint.ts';

/** The rewarded steps that postbacks report, in their order. */
export const EventsCard = offerFormCard(['events', 'coins'], function EventsCard({ form }) {
  const words = copy.events;
  const { events, coins } = form.values;
  // Another backend may not have the route. The form then shows no coins.
  const { data: rules } = useQuery(rewardRulesQuery);
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
                placeholder="install"
                withAsterisk
                {...form.getInputProps(`events.${index}.eventName`)}
              />
              <FieldGrid width="9rem">
                <NumberInput
                  label={words.payout}
                  min={0}
                  max={OFFER_LIMITS.payoutRupees}
                  step={1}
                  decimalScale={2}
                  clampBehavior="none"
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  description={rules && <Pays event={event} offerCoins={coins} rate={rules.coinsPerRupee} />}
                  {...form.getInputProps(`events.${index}.eventPayout`)}
                />
                <NumberInput
                  label={words.cap}
                  min={1}
                  max={OFFER_LIMITS.cap}
                  allowDecimal={false}
                  clampBehavior="none"
                  {...form.getInputProps(`events.${index}.eventCap`)}
                />
              </FieldGrid>
            </FieldGrid>
            <TextInput label={words.description} {...form.getInputProps(`events.${index}.description`)} />
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

interface PaysProps {
  readonly event: EventValues;
  readonly offerCoins: number | string;
  readonly rate: number;
}

function Pays({ event, offerCoins, rate }: PaysProps) {
  const hint = payoutHint(event, offerCoins, rate);
  return hint && <span className={hint.isWarning ? classes['warn'] : undefined}>{hint.text}</span>;
}
