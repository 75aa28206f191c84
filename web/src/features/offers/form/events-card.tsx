import { OFFER_LIMITS } from '@muneem/contract/offers';
import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatCount } from '#lib/format.ts';
import { Section } from '#ui/layout/index.ts';
import { DragHandle, ReorderStatus, useReorder } from '#ui/reorder/index.ts';
import { rewardRulesQuery } from '../offers.queries.ts';
import { EntryButtons } from './entry-buttons.tsx';
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
  const listRef = useRef<HTMLOListElement>(null);
  const reorder = useReorder({
    listRef,
    count: events.length,
    onMove: (from, to) => form.reorderListItem('events', { from, to }),
  });
  return (
    <Section title={copy.cards.events}>
      <p className={classes['hint']}>{words.hint}</p>
      {typeof form.errors['events'] === 'string' && <p className={classes['listError']}>{form.errors['events']}</p>}
      <ol ref={listRef} className={classes['list']} aria-label={copy.cards.events}>
        {events.map((event, index) => (
          <li key={event.key} className={classes['entry']} data-dragging={reorder.dragged === index || undefined}>
            <div className={classes['entryHead']}>
              <DragHandle reorder={reorder} index={index} what={words.event(index + 1)} />
              <h3>{words.event(index + 1)}</h3>
              {event._id !== undefined && (
                <span className={classes['aside']}>{words.count(formatCount(event.eventCount))}</span>
              )}
              <EntryButtons form={form} list="events" index={index} count={events.length} />
            </div>
            <div className={classes['stack']}>
              <div className={classes['fields']}>
                <TextInput
                  label={words.name}
                  placeholder="install"
                  withAsterisk
                  {...form.getInputProps(`events.${index}.eventName`)}
                />
                <div className={classes['narrow']}>
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
                </div>
              </div>
              <TextInput label={words.description} {...form.getInputProps(`events.${index}.description`)} />
              <Checkbox
                label={words.required}
                {...form.getInputProps(`events.${index}.isRequired`, { type: 'checkbox' })}
              />
            </div>
          </li>
        ))}
      </ol>
      <ReorderStatus reorder={reorder} />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={events.length >= OFFER_LIMITS.events}
        onClick={() => form.insertListItem('events', emptyEvent())}
      >
        {words.add}
      </Button>
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
