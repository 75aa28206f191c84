import { expect, it } from 'vitest';
import { isKey } from './shortcuts.ts';

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

it('ignores a letter with Ctrl, Cmd or Alt', () => {
  expect(isKey(pressed('j'), 'j')).toBe(true);
  expect([
    isKey(pressed('j', { ctrlKey: true }), 'j'),
    isKey(pressed('j', { metaKey: true }), 'j'),
    isKey(pressed('j', { altKey: true }), 'j'),
  ]).toEqual([false, false, false]);
});

it('treats Ctrl and Cmd alike, also with Caps Lock', () => {
  expect(isKey(pressed('K', { ctrlKey: true }), 'mod+k')).toBe(true);
  expect(isKey(pressed('k', { metaKey: true }), 'mod+k')).toBe(true);
  expect(isKey(pressed('k'), 'mod+k')).toBe(false);
});
