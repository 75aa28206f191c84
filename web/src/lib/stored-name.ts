import { readStored } from './stored-value.ts';

/** The product's name until the settings give it another. */
export const DEFAULT_SYSTEM_NAME = 'Muneem';
export const SYSTEM_NAME_KEY = 'muneem.system-name';

export const isSystemName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The product's name as this device last heard it. */
export const storedSystemName = (): string => readStored(SYSTEM_NAME_KEY, isSystemName, DEFAULT_SYSTEM_NAME);
