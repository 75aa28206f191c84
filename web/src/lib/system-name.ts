import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored-value.ts';

/** Equals the contract's value. The sign-in page does not load the contract. */
export const DEFAULT_SYSTEM_NAME = 'Muneem';
const SYSTEM_NAME_KEY = 'muneem.system-name';

const isSystemName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const name = createStore(readStored(SYSTEM_NAME_KEY, isSystemName, DEFAULT_SYSTEM_NAME));

/**
 * Stores the setting `systemName` from the server. Every screen shows it. The sign-in page of this device uses the
 * stored value, because it cannot ask the server. Empty restores the default.
 */
export function rememberSystemName(next: string | undefined): void {
  const clean = isSystemName(next) ? next.trim() : DEFAULT_SYSTEM_NAME;
  if (clean === name.get()) return;
  name.set(clean);
  writeStored(SYSTEM_NAME_KEY, clean);
}

export const useSystemName = (): string => useStore(name, (text) => text);
