/** A city as conversions name it; a part that is not known is empty. */
export interface City {
  readonly city: string;
  readonly state: string;
  readonly country: string;
}

/** A city with its state and country, which tell it from others of its name: `Pune, Maharashtra, India`. */
export const cityKey = ({ city, state, country }: City): string => `${city}, ${state}, ${country}`;

/** Reads a filter by city: a whole key, or a name alone for every city of that name. */
export function readCityKey(key: string): { readonly city: string } & Partial<City> {
  const [city = '', state, country] = key.split(',').map((part) => part.trim());
  return { city, ...(state === undefined ? {} : { state }), ...(country === undefined ? {} : { country }) };
}

/** A key for people: without the parts that are not known. */
export const cityLabel = (key: string): string =>
  key
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
