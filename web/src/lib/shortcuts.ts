// Own code instead of useHotkeys of @mantine/hooks, which has no list of the active keys for `?`, does not let the
// component that mounted last win, and does not ignore letters while a window is open.
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

type Registered = { readonly current: readonly Shortcut[] };

let active: readonly Registered[] = [];
const listeners = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];

function change(next: readonly Registered[]): void {
  active = next;
  snapshot = active.flatMap(({ current }) => current);
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
  const found = active
    .flatMap(({ current }) => current)
    .findLast(({ key, run }) => run !== undefined && isKey(event, key));
  if (!found || (!found.key.startsWith('mod+') && isWriting(event))) return;
  event.preventDefault();
  found.run?.(event);
}

function register(shortcuts: Registered): () => void {
  if (active.length === 0) document.addEventListener('keydown', onKeyDown);
  change([...active, shortcuts]);
  return () => {
    change(active.filter((other) => other !== shortcuts));
    if (active.length === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

/** Registers shortcuts while the component is mounted. The last one mounted wins. `?` lists them. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const keys = shortcuts.map(({ key }) => key).join(' ');
  useEffect(() => (keys === '' ? undefined : register(latest)), [keys]);
}

export const useShortcut = (shortcut: Shortcut): void => useShortcuts([shortcut]);

/** The list of shortcuts, for `useSyncExternalStore(shortcutList.subscribe, shortcutList.all)`. */
export const shortcutList = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  all: (): readonly Shortcut[] => snapshot,
};
