import { useState } from 'react';
import type { ReactNode } from 'react';
import { DEFAULT_SYSTEM_NAME, SystemNameContext } from '#lib/document-title.ts';
import { readStored } from '#lib/stored-value.ts';

const KEY = 'muneem.system-name';
const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The product's name on screen: what the settings said last on this device, else the default. */
export function SystemNameProvider({ children }: { readonly children: ReactNode }) {
  const [name] = useState(() => readStored(KEY, isName, DEFAULT_SYSTEM_NAME));
  return <SystemNameContext value={name}>{children}</SystemNameContext>;
}
