import { OFFER_FIELDS, OFFER_LIMITS } from '@muneem/contract/offers';
import { Button, Textarea, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useRef } from 'react';
import { Section } from '#ui/layout/index.ts';
import { DragHandle, ReorderStatus, useReorder } from '#ui/reorder/index.ts';
import { EntryButtons } from './entry-buttons.tsx';
import { emptyStep } from './form-values.ts';
import { copy } from './offer-form.copy.ts';
import { offerFormCard } from './offer-form-card.ts';
import classes from './offer-form.module.css';

/** Requirements, deadline and one to six steps. */
export const RequirementsCard = offerFormCard(
  ['requirements', 'deadline', 'steps'],
  function RequirementsCard({ form }) {
    const words = copy.requirements;
    const { steps } = form.values;
    const listRef = useRef<HTMLOListElement>(null);
    const reorder = useReorder({
      listRef,
      count: steps.length,
      onMove: (from, to) => form.reorderListItem('steps', { from, to }),
    });
    return (
      <Section title={copy.cards.requirements}>
        <div className={classes['stack']}>
          <Textarea
            label={OFFER_FIELDS.requirements.label}
            withAsterisk
            rows={3}
            {...form.getInputProps('requirements')}
          />
          <TextInput label={OFFER_FIELDS.deadline.label} {...form.getInputProps('deadline')} />
          <div>
            {typeof form.errors['steps'] === 'string' && <p className={classes['listError']}>{form.errors['steps']}</p>}
            <ol ref={listRef} className={classes['list']} aria-label={OFFER_FIELDS.steps.label}>
              {steps.map((step, index) => (
                <li key={step.key} className={classes['entry']} data-dragging={reorder.dragged === index || undefined}>
                  <div className={classes['entryHead']}>
                    <DragHandle reorder={reorder} index={index} what={words.step(index + 1)} />
                    <h3>{words.step(index + 1)}</h3>
                    <EntryButtons form={form} list="steps" index={index} count={steps.length} />
                  </div>
                  <div className={classes['stack']}>
                    <TextInput label={words.stepTitle} withAsterisk {...form.getInputProps(`steps.${index}.title`)} />
                    <Textarea
                      label={words.stepDescription}
                      withAsterisk
                      autosize={false}
                      rows={2}
                      {...form.getInputProps(`steps.${index}.description`)}
                    />
                  </div>
                </li>
              ))}
            </ol>
            <ReorderStatus reorder={reorder} />
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={steps.length >= OFFER_LIMITS.steps}
              onClick={() => form.insertListItem('steps', emptyStep())}
            >
              {words.add}
            </Button>
          </div>
        </div>
      </Section>
    );
  },
);
