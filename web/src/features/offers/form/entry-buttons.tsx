import { ActionIcon } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { copy } from './offer-form.copy.ts';
import type { OfferFormApi } from './offer-form-card.ts';

interface EntryButtonsProps {
  readonly form: Pick<OfferFormApi, 'reorderListItem' | 'removeListItem'>;
  readonly list: 'steps' | 'events';
  readonly index: number;
  readonly count: number;
}

/** Moves and removes one entry of a list. The only entry cannot be removed. */
export function EntryButtons({ form, list, index, count }: EntryButtonsProps) {
  const what = list === 'steps' ? copy.requirements.step(index + 1) : copy.events.event(index + 1);
  return (
    <>
      <ActionIcon
        aria-label={copy.moveUp(what)}
        disabled={index === 0}
        onClick={() => form.reorderListItem(list, { from: index, to: index - 1 })}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={copy.moveDown(what)}
        disabled={index === count - 1}
        onClick={() => form.reorderListItem(list, { from: index, to: index + 1 })}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        color="red"
        aria-label={copy.remove(what)}
        data-tip={copy.remove(what)}
        disabled={count === 1}
        onClick={() => form.removeListItem(list, index)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
