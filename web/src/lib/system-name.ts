import { useSyncExternalStore } from 'react';
import { DEFAULT_SYSTEM_NAME, isSystemName, storedSystemName, SYSTEM_NAME_KEY } from './stored-name.ts';
import { writeStored } from './stored-value.ts';

let name: string | undefined;
const listeners = new Set<() => void>();

const current = (): string => (name ??= storedSystemName());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The setting `systemName` as the server just said it: it renames the product on every screen, and on this device's
 * sign-in page, where nobody can ask the server yet. Empty gives the default back.
 */
export function rememberSystemName(next: string | undefined): void {
  const clean = isSystemName(next) ? next.trim() : DEFAULT_SYSTEM_NAME;
  if (clean === current()) return;
  name = clean;
  writeStored(SYSTEM_NAME_KEY, clean);
  for (const listener of listeners) listener();
}

/** The product's name on screen. */
export const useSystemName = (): string => useSyncExternalStore(subscribe, current);
