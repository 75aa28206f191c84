/** A city of a conversion. An unknown part is empty. */
export interface City {
  readonly city: string;
  readonly state: string;
  readonly country: string;
}

/** Returns a unique key of a city: `Pune, Maharashtra, India`. */
export const cityKey = ({ city, state, country }: City): string => `${city}, ${state}, ${country}`;

/** Parses a filter by city: a whole key, or a name for every city with that name. */
export function readCityKey(key: string): { readonly city: string } & Partial<City> {
  const [city = '', state, country] = key.split(',').map((part) => part.trim());
  return { city, ...(state === undefined ? {} : { state }), ...(country === undefined ? {} : { country }) };
}

/** Returns a key without its unknown parts, for display. */
export const cityLabel = (key: string): string =>
  key
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
