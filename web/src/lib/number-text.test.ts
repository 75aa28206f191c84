import { describe, expect, it } from 'vitest';
import { enteredNumber, numberText, numberValue, readNumber } from './number-text.ts';

describe('a number field', () => {
  it.each([
    ['0', 0],
    ['75', 75],
    ['1,00,000', 100_000],
    ['1,250.75', 1250.75],
    ['₹1,250', 1250],
    ['₹ 1,23,456.50', 123_456.5],
    ['Rs. 500/-', 500],
    ['rs 500', 500],
    ['INR 1250', 1250],
    [' 1250 ', 1250],
    ['1 00 000', 100_000],
    ['1\u00A0250.5', 1250.5],
    ['100,000', 100_000],
    ['1,234,567', 1_234_567],
    ['12.', 12],
    ['.5', 0.5],
    ['-5', -5],
  ])('reads %j', (text, value) => expect(readNumber(text)).toBe(value));

  it.each([
    '1,25',
    '1,2',
    '12,50.5',
    '1,,000',
    ',100',
    '1.2.3',
    '1e5',
    '0x10',
    '12 coins',
    '1 2',
    '₹',
    '--5',
    'NaN',
    '+5',
  ])('refuses %j and keeps the text', (text) => {
    expect(readNumber(text)).toBeUndefined();
    expect(numberValue(text)).toBe(text);
    expect(enteredNumber(text)).toBeNaN();
  });

  it('has no number when it is blank', () => {
    expect(numberValue('  ')).toBe('');
    expect(enteredNumber('')).toBeUndefined();
  });

  it.each([
    [100_000, '1,00,000'],
    [1250.75, '1,250.75'],
    [-1250, '-1,250'],
    [0.5, '0.5'],
    ['', ''],
    ['1,2', '1,2'],
  ])('shows %j as %j', (value, text) => expect(numberText(value)).toBe(text));

  it('reads back each text that it shows', () => {
    for (const value of [0, 0.1, 12.5, 999, 1000, 99_999.99, 1_00_00_000, 1_00_00_00_000])
      expect(readNumber(numberText(value))).toBe(value);
  });
});
