import { useEffect, useRef, useState } from 'react';
import { goBack, wayBack } from '#lib/way-back.ts';

interface OpenWindow {
  readonly way: readonly HTMLElement[];
  /** Undefined while it must not be left. */
  readonly close: { readonly current: (() => void) | undefined };
}

/** The uppermost last. */
let open: readonly OpenWindow[] = [];

/** Something above the windows has the key: a question, a menu, what folds out of a field, the palette. */
function isForAbove(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(event.target instanceof Element)) return false;
  if (event.target.getAttribute('data-mantine-stop-propagation') === 'true') return true;
  const layer = event.target.closest('[role=dialog]');
  return layer !== null && (layer.getAttribute('aria-modal') !== 'true' || layer.closest('[data-window]') === null);
}

/** Escape closes the uppermost window and no other; held down it closes one. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.repeat || isForAbove(event)) return;
  const close = open.at(-1)?.close.current;
  if (!close) return;
  // The browser would give the same key to a question that the closing asks at once.
  event.preventDefault();
  close();
}

function change(next: typeof open): void {
  if (open.length === 0) addEventListener('keydown', onKeyDown, true);
  open = next;
  if (open.length === 0) removeEventListener('keydown', onKeyDown, true);
}

/**
 * A window that is open as long as its component is mounted. Afterwards the focus is again on what opened it; where that
 * has gone, on its list, on the window beneath, or on the page.
 */
export function useOpenWindow(onEscape: (() => void) | undefined): void {
  // While it is drawn for the first time: then the focus moves into it. A window that another one opened and that
  // outlives it goes back to where that one came from.
  const [way] = useState(() => [...wayBack(), ...(open.at(-1)?.way ?? [])]);
  const close = useRef(onEscape);
  useEffect(() => {
    close.current = onEscape;
  });
  useEffect(() => {
    const own: OpenWindow = { way, close };
    change([...open, own]);
    return () => {
      change(open.filter((other) => other !== own));
      goBack(way);
    };
  }, [way]);
}
