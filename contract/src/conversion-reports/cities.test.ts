import { expect, test } from 'vitest';
import { cityKey, cityLabel, readCityKey } from './index.ts';

test('round-trips a key to exactly one city, also without a state or country', () => {
  for (const city of [
    { city: 'Pune', state: 'Maharashtra', country: 'India' },
    { city: 'Singapore', state: '', country: 'Singapore' },
    { city: 'Kochi', state: 'Kerala', country: '' },
    { city: 'Somewhere', state: '', country: '' },
  ]) {
    expect(readCityKey(cityKey(city))).toEqual(city);
    // The key as it is encoded in a URL.
    expect(readCityKey(cityKey(city).trim())).toEqual(city);
  }
});

test('matches every city of a name when no state and country are given', () => {
  expect(readCityKey('Hyderabad')).toEqual({ city: 'Hyderabad' });
  expect(readCityKey('Hyderabad, Sindh')).toEqual({ city: 'Hyderabad', state: 'Sindh' });
});

test('leaves unknown parts out of a label', () => {
  expect(cityLabel('Pune, Maharashtra, India')).toBe('Pune, Maharashtra, India');
  expect(cityLabel('Singapore, , Singapore')).toBe('Singapore, Singapore');
  expect(cityLabel('Somewhere, ,')).toBe('Somewhere');
});
