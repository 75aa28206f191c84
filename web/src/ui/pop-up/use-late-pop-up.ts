import { cloneElement, useState, type ReactElement, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { usePastFirstPicture } from '#lib/past-first-picture.ts';

/** A button of Mantine's, or what takes the same. */
export type PopUpButton = ReactElement<{
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick?: () => void;
  readonly 'aria-haspopup'?: 'menu' | 'dialog';
  readonly 'aria-expanded'?: boolean;
}>;

export interface LatePopUp {
  /** Until then the button stands alone; it opens all the same. */
  readonly isMounted: boolean;
  readonly button: PopUpButton;
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
}

/**
 * Mounts what a button opens after the first picture, or at the first press before that: floating things that are closed
 * cost a slow processor as much as the rows of a table. The focus stays on the button when its place in the tree changes.
 */
export function useLatePopUp(button: PopUpButton, kind: 'menu' | 'dialog'): LatePopUp {
  const isPast = usePastFirstPicture();
  const [isWanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const [ref] = useState(keepFocus);
  const isMounted = isPast || isWanted;

  const mountAndOpen = (): void => {
    // Opened once it is mounted: only then does it know where the focus goes back to.
    flushSync(() => setWanted(true));
    setOpened(true);
  };

  return {
    isMounted,
    opened,
    setOpened,
    button: cloneElement(
      button,
      isMounted ? { ref } : { ref, onClick: mountAndOpen, 'aria-haspopup': kind, 'aria-expanded': false },
    ),
  };
}

/** Gives the focus of the button that goes to the one that comes. */
function keepFocus(): (node: HTMLButtonElement) => () => void {
  let hadFocus = false;
  return (node) => {
    if (hadFocus) node.focus({ preventScroll: true });
    return () => void (hadFocus = document.activeElement === node);
  };
}
