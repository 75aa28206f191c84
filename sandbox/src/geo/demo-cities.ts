import { writeFile } from 'node:fs/promises';
import { encodeCityDatabase, type CityNetwork } from './encode-city-database.ts';

const CITIES = [
  ['Mumbai', 'Maharashtra'],
  ['Bengaluru', 'Karnataka'],
  ['Hyderabad', 'Telangana'],
  ['Pune', 'Maharashtra'],
  ['Jaipur', 'Rajasthan'],
  ['Lucknow', 'Uttar Pradesh'],
  ['Kochi', 'Kerala'],
  ['Kolkata', 'West Bengal'],
  ['Chennai', 'Tamil Nadu'],
  ['Ahmedabad', 'Gujarat'],
  ['Indore', 'Madhya Pradesh'],
  ['Guwahati', 'Assam'],
] as const;

/** The home networks of the simulated users, one city per network. They are reserved for documentation and tests. */
const HOME = [
  '203.0.113.0/24',
  '198.51.100.0/24',
  '192.0.2.0/24',
  '198.18.7.0/24',
  '198.18.64.0/24',
  '198.18.201.0/24',
  '198.19.33.0/24',
  '198.19.118.0/24',
];
/** The phones of the simulated users. Each has a /48 by the user's number, and 32 neighbours share a city. */
const PHONES = Array.from({ length: 128 }, (_, block) => `2001:db8:${(0x4000 + block * 32).toString(16)}::/43`);

const inCity = (place: number, network: string): CityNetwork => {
  const [city, state] = CITIES[place % CITIES.length]!;
  return { network, city, state, country: 'India' };
};

export const DEMO_NETWORKS: readonly CityNetwork[] = [
  ...HOME.map((network, place) => inCity(place, network)),
  ...PHONES.map((network, place) => inCity(place * 5, network)),
];

/** Writes the small city database that the demo uses as `GEO_DB`. */
export async function writeDemoCities(file: string): Promise<void> {
  await writeFile(file, encodeCityDatabase(DEMO_NETWORKS));
}
