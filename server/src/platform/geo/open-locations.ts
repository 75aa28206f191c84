import { readFile } from 'node:fs/promises';
import { cityKey } from '@muneem/contract/conversion-reports';
import { Reader, type CityResponse } from 'mmdb-lib';
import { ConfigError } from '#platform/config/index.ts';
import type { Logger } from '#platform/logger/index.ts';

/** The location of an IP address, in English. Null fields are unknown. Names contain no comma. */
export interface Location {
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
}

/** Returns the key of a known city for the reports. */
export const cityOf = (location: Location | null): string | null =>
  location === null || location.city === null
    ? null
    : cityKey({ city: location.city, state: location.state ?? '', country: location.country ?? '' });

/** Finds the location of an IP address, or null. Never throws, because a missing city must not lose a conversion. */
export type FindLocation = (address: string | null) => Location | null;

const MAX_NAME = 100;
/** Caches records by file position: most IP addresses of a day are in a few thousand networks. */
const MAX_CACHED_RECORDS = 10_000;

/**
 * Loads a City database in MaxMind's format (.mmdb) into memory. Without a file, no location is found.
 * @throws ConfigError if the file cannot be read or has another format
 */
export async function openLocations(file: string | undefined, logger: Logger): Promise<FindLocation> {
  if (file === undefined) return () => null;
  const reader = readDatabase(await readWhole(file));
  const { databaseType, buildEpoch, ipVersion } = reader.metadata;
  logger.info({ databaseType, built: buildEpoch.toISOString() }, 'IP addresses are mapped to cities');
  // The reader returns the same object per record while it is cached.
  const locations = new WeakMap<CityResponse, Location | null>();
  let isBroken = false;
  return (address) => {
    // An IPv4-only database would misread the first bits of an IPv6 address.
    if (address === null || (ipVersion === 4 && address.includes(':'))) return null;
    try {
      const record = reader.get(address);
      if (record === null) return null;
      let location = locations.get(record);
      if (location === undefined) locations.set(record, (location = locationOf(record)));
      return location;
    } catch (error) {
      if (!isBroken) logger.error({ reason: (error as Error).message }, 'the database of GEO_DB is damaged');
      isBroken = true;
      return null;
    }
  };
}

async function readWhole(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new ConfigError(`GEO_DB cannot be read: ${(error as Error).message}`);
  }
}

function readDatabase(content: Buffer): Reader<CityResponse> {
  const wanted = 'must be a City database in the MaxMind format (.mmdb)';
  let reader: Reader<CityResponse>;
  try {
    reader = new Reader<CityResponse>(content, { cache: createCache() });
  } catch {
    throw new ConfigError(`GEO_DB ${wanted}; this file has another format or is damaged`);
  }
  const { databaseType, searchTreeSize } = reader.metadata;
  if (!/city|enterprise/i.test(databaseType))
    throw new ConfigError(`GEO_DB ${wanted}, not ${nameOf(databaseType) ?? 'another'}`);
  if (!(searchTreeSize < content.length))
    throw new ConfigError(`GEO_DB ${wanted}; this file has another format or is damaged`);
  return reader;
}

/** Clears everything when full: cheaper than tracking recent use. */
function createCache() {
  const kept = new Map<string | number, never>();
  return {
    get: (key: string | number) => kept.get(key),
    set(key: string | number, value: unknown) {
      if (kept.size >= MAX_CACHED_RECORDS) kept.clear();
      kept.set(key, value as never);
    },
  };
}

function locationOf({ city, subdivisions, country }: CityResponse): Location | null {
  const location = {
    city: nameOf(city?.names?.en),
    state: nameOf(subdivisions?.[0]?.names?.en),
    country: nameOf(country?.names?.en),
  };
  return location.city === null && location.state === null && location.country === null ? null : location;
}

/** Returns a name as one short line without commas. */
function nameOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const name = text.replaceAll(/[\p{Cc},\s]+/gu, ' ').trim();
  return name === '' ? null : name.slice(0, MAX_NAME).toWellFormed();
}
