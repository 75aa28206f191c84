import { ActionIcon } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { copy } from './offer-form.copy.ts';
import type { OfferFormApi } from './offer-form-card.ts';

interface EntryButtonsProps {
  readonly form: OfferFormApi;
  readonly list: 'steps' | 'events';
  readonly index: number;
  /** "Step 2". */
  readonly what: string;
}

/** Moves and removes one entry of a list. The only entry cannot be removed. */
export function EntryButtons({ form, list, index, what }: EntryButtonsProps) {
  const count = form.values[list].length;
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
