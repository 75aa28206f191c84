export { cityOf, openPlaces } from './open-places.ts';
export type { FindPlace, Place } from './open-places.ts';
