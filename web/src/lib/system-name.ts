import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './stored-value.ts';

/** As in the contract, which the sign-in page does not load. */
export const DEFAULT_SYSTEM_NAME = 'Muneem';
const SYSTEM_NAME_KEY = 'muneem.system-name';

const isSystemName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

let name: string | undefined;
const listeners = new Set<() => void>();

const current = (): string => (name ??= readStored(SYSTEM_NAME_KEY, isSystemName, DEFAULT_SYSTEM_NAME));

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
