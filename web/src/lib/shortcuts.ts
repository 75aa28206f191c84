// Own code instead of useHotkeys of @mantine/hooks: the list under `?` shows the active keys, the component mounted last
// wins, and letters are ignored while a window is open.
import { useEffect, useRef } from 'react';

export interface Shortcut {
  /** A `KeyboardEvent.key` such as `/`, `j`, `a` or `?`. The prefix `mod+` means Ctrl, or Cmd on a Mac. */
  readonly key: string;
  /** The description in the list of shortcuts. */
  readonly label: string;
  readonly group: string;
  /** Undefined if the browser handles the key (Enter on a link). The key is then only listed. */
  readonly run: ((event: KeyboardEvent) => void) | undefined;
}

let active: readonly { readonly current: Shortcut }[] = [];
const listeners = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];

function change(next: typeof active): void {
  active = next;
  snapshot = active.map((shortcut) => shortcut.current);
  for (const listener of listeners) listener();
}

/** Letters must not fire while the user types, or while a window is open above the page. */
function isWriting(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (
    target?.closest?.(
      'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox]',
    )
  )
    return true;
  return document.querySelector('dialog[open], [role=dialog][aria-modal=true]') !== null;
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns true if the pressed key is this shortcut. Plain letters do not match with Ctrl, Cmd or Alt. */
export function isKey(event: PressedKey, key: string): boolean {
  const withModifier = key.startsWith('mod+');
  if (withModifier !== (event.ctrlKey || event.metaKey) || event.altKey) return false;
  return event.key.toLowerCase() === (withModifier ? key.slice(4) : key);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const found = active.findLast(({ current }) => current.run !== undefined && isKey(event, current.key));
  if (!found || (!found.current.key.startsWith('mod+') && isWriting(event))) return;
  event.preventDefault();
  found.current.run?.(event);
}

function register(shortcut: { readonly current: Shortcut }): () => void {
  if (active.length === 0) document.addEventListener('keydown', onKeyDown);
  change([...active, shortcut]);
  return () => {
    change(active.filter((other) => other !== shortcut));
    if (active.length === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

/** Registers a shortcut while the component is mounted. The last one mounted wins. `?` lists it. */
export function useShortcut(shortcut: Shortcut, { enabled = true } = {}): void {
  const latest = useRef(shortcut);
  useEffect(() => {
    latest.current = shortcut;
  });
  const { key } = shortcut;
  useEffect(() => (enabled ? register(latest) : undefined), [enabled, key]);
}

/** The list of shortcuts, for `useSyncExternalStore(shortcutList.subscribe, shortcutList.all)`. */
export const shortcutList = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  all: (): readonly Shortcut[] => snapshot,
};
