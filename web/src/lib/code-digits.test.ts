import { expect, it } from 'vitest';
import { codeDigits } from './code-digits.ts';

// covers 000-2.6
it('extracts the code from pasted text', () => {
  expect(['123456', ' 123 456 ', 'Code: 123-456.', '12a', '1234567', ''].map(codeDigits)).toEqual([
    '123456',
    '123456',
    '123456',
    '12',
    '123456',
    '',
  ]);
});
