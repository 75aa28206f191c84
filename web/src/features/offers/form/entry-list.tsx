import { ActionIcon, Button, Group, Input, Stack, Text } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { DragHandle, ReorderStatus, useReorder } from '#ui/reorder/index.ts';
import type { EventValues, StepValues } from './form-values.ts';
import { copy } from './offer-form.copy.ts';
import type { OfferFormApi } from './offer-form-card.ts';
import classes from './offer-form.module.css';

interface EntryListProps<Entry> {
  readonly form: Pick<OfferFormApi, 'errors' | 'insertListItem' | 'removeListItem' | 'reorderListItem'>;
  readonly list: 'steps' | 'events';
  readonly entries: readonly Entry[];
  readonly label: string;
  /** Returns "Step 2" for 2. */
  readonly nameOf: (number: number) => string;
  readonly most: number;
  readonly addText: string;
  readonly makeEntry: () => Entry;
  readonly aside?: (entry: Entry) => ReactNode;
  /** The fields of an entry. */
  readonly children: (entry: Entry, index: number) => ReactNode;
}

/** Entries that can be added, moved and removed. The only entry cannot be removed. */
export function EntryList<Entry extends StepValues | EventValues>(props: EntryListProps<Entry>) {
  const { form, list, entries, label, nameOf, most, addText, makeEntry, aside, children } = props;
  const listRef = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => form.reorderListItem(list, { from, to });
  const add = () => {
    flushSync(() => form.insertListItem(list, makeEntry()));
    listRef.current?.lastElementChild?.querySelector<HTMLElement>('input')?.focus();
  };
  const reorder = useReorder({ listRef, count: entries.length, onMove: move });
  return (
    <div>
      {typeof form.errors[list] === 'string' && <Input.Error mb="xs">{form.errors[list]}</Input.Error>}
      <ol ref={listRef} className={classes['list']} aria-label={label}>
        {entries.map((entry, index) => {
          const what = nameOf(index + 1);
          return (
            <li key={entry.key} className={classes['entry']} data-dragging={reorder.dragged === index || undefined}>
              <Group gap={4} mb="xs" wrap="nowrap">
                <DragHandle reorder={reorder} index={index} what={what} />
                <Text component="h3" fz="md" fw={600} mr="auto">
                  {what}
                </Text>
                {aside?.(entry)}
                <ActionIcon
                  aria-label={copy.moveUp(what)}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={copy.moveDown(what)}
                  disabled={index === entries.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  color="red"
                  aria-label={copy.remove(what)}
                  data-tip={copy.remove(what)}
                  disabled={entries.length === 1}
                  onClick={() => form.removeListItem(list, index)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
              <Stack gap="sm">{children(entry, index)}</Stack>
            </li>
          );
        })}
      </ol>
      <ReorderStatus reorder={reorder} />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={entries.length >= most}
        onClick={add}
      >
        {addText}
      </Button>
    </div>
  );
}
