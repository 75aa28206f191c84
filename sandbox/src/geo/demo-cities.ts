import { writeFile } from 'node:fs/promises';
import { NETWORKS } from '../crowd/index.ts';
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

/** The phones of the simulated users. Each has a /48 by the user's number, and 32 neighbours share a city. */
const PHONES = Array.from({ length: 128 }, (_, block) => `2001:db8:${(0x4000 + block * 32).toString(16)}::/43`);

const inCity = (index: number, network: string): CityNetwork => {
  const [city, state] = CITIES[index % CITIES.length]!;
  return { network, city, state, country: 'India' };
};

/** One city per home network. */
export const DEMO_NETWORKS: readonly CityNetwork[] = [
  ...NETWORKS.map((network, index) => inCity(index, `${network}.0/24`)),
  ...PHONES.map((network, index) => inCity(index * 5, network)),
];

/** Writes the small city database that the demo uses as `GEO_DB`. */
export async function writeDemoCities(file: string): Promise<void> {
  await writeFile(file, encodeCityDatabase(DEMO_NETWORKS));
}
