import { expect, test } from 'vitest';
import { cityKey, cityLabel, readCityKey } from './index.ts';

test('a key names exactly one city, also where state or country is not known', () => {
  for (const city of [
    { city: 'Pune', state: 'Maharashtra', country: 'India' },
    { city: 'Singapore', state: '', country: 'Singapore' },
    { city: 'Kochi', state: 'Kerala', country: '' },
    { city: 'Somewhere', state: '', country: '' },
  ]) {
    expect(readCityKey(cityKey(city))).toEqual(city);
    // As an address carries it.
    expect(readCityKey(cityKey(city).trim())).toEqual(city);
  }
});

test('a name alone means every city of that name', () => {
  expect(readCityKey('Hyderabad')).toEqual({ city: 'Hyderabad' });
  expect(readCityKey('Hyderabad, Sindh')).toEqual({ city: 'Hyderabad', state: 'Sindh' });
});

test('leaves unknown parts out of a label', () => {
  expect(cityLabel('Pune, Maharashtra, India')).toBe('Pune, Maharashtra, India');
  expect(cityLabel('Singapore, , Singapore')).toBe('Singapore, Singapore');
  expect(cityLabel('Somewhere, ,')).toBe('Somewhere');
});
