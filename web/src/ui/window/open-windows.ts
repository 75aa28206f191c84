import { useEffect, useRef, useState } from 'react';
import { useClosedByBack } from '#lib/closed-by-back.ts';
import { restoreFocus, focusCandidates } from '#lib/restore-focus.ts';

interface OpenWindow {
  readonly candidates: readonly HTMLElement[];
  /** Undefined while the window must stay open. */
  readonly close: { readonly current: (() => void) | undefined };
}

/** The topmost is last. */
let open: readonly OpenWindow[] = [];

/** True if an element above the windows handles the key: a dialog, a menu, a dropdown or the palette. */
function isForAbove(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(event.target instanceof Element)) return false;
  if (event.target.getAttribute('data-mantine-stop-propagation') === 'true') return true;
  const layer = event.target.closest('[role=dialog]');
  return layer !== null && (layer.getAttribute('aria-modal') !== 'true' || layer.closest('[data-window]') === null);
}

/** Escape closes only the topmost window. A held-down key closes one. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.repeat || isForAbove(event)) return;
  const close = open.at(-1)?.close.current;
  if (!close) return;
  // Otherwise the same key would reach a dialog that opens on close.
  event.preventDefault();
  close();
}

function change(next: typeof open): void {
  if (open.length === 0) addEventListener('keydown', onKeyDown, true);
  open = next;
  if (open.length === 0) removeEventListener('keydown', onKeyDown, true);
}

/**
 * Registers an open window while its component is mounted. On close the focus returns to the element that opened it,
 * else to its list, to the window below, or to the page.
 */
export function useOpenWindow(onEscape: (() => void) | undefined, inUrl = false): void {
  useClosedByBack(onEscape, inUrl);
  // Read on the first render, before the focus moves into the window. If the window outlives its opener, the focus
  // returns to the opener's own origin.
  const [candidates] = useState(() => [...focusCandidates(), ...(open.at(-1)?.candidates ?? [])]);
  const close = useRef(onEscape);
  useEffect(() => {
    close.current = onEscape;
  });
  useEffect(() => {
    const own: OpenWindow = { candidates, close };
    change([...open, own]);
    return () => {
      change(open.filter((other) => other !== own));
      restoreFocus(candidates);
    };
  }, [candidates]);
}
