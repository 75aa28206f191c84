import { ActionIcon, VisuallyHidden } from '@mantine/core';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import type { Reorder } from './use-reorder.ts';

interface DragHandleProps {
  readonly reorder: Reorder;
  readonly index: number;
  /** The name of the entry, such as "Step 2". */
  readonly what: string;
}

/** The handle of an entry. Drag it, or move the entry with the arrow keys. */
export function DragHandle({ reorder, index, what }: DragHandleProps) {
  return (
    <ActionIcon
      aria-label={`Reorder ${what}: drag, or use the arrow keys`}
      style={{ cursor: reorder.dragged === index ? 'grabbing' : 'grab', touchAction: 'none' }}
      {...reorder.handle(index)}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Announces the new position after a move with the keyboard. */
export function ReorderStatus({ reorder }: { readonly reorder: Reorder }) {
  return <VisuallyHidden role="status">{reorder.announcement}</VisuallyHidden>;
}
