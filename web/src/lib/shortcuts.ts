// Own code instead of useHotkeys of @mantine/hooks, which has no list of the active keys for `?`, does not let the
// component that mounted last win, and does not ignore letters while a window is open.
import { useEffect, useRef } from 'react';
import { createStore, useStore } from './store.ts';

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

const registered = createStore<readonly Registered[]>([]);

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
  const found = registered
    .get()
    .flatMap(({ current }) => current)
    .findLast(({ key, run }) => run !== undefined && isKey(event, key));
  if (!found || (!found.key.startsWith('mod+') && isWriting(event))) return;
  event.preventDefault();
  found.run?.(event);
}

function register(shortcuts: Registered): () => void {
  // Adding the same listener again changes nothing.
  document.addEventListener('keydown', onKeyDown);
  registered.set([...registered.get(), shortcuts]);
  return () => registered.set(registered.get().filter((other) => other !== shortcuts));
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

export const useActiveShortcuts = (): readonly Shortcut[] =>
  useStore(registered, (now) => now).flatMap(({ current }) => current);
