export { cityOf, openLocations } from './open-locations.ts';
export type { FindLocation, Location } from './open-locations.ts';
