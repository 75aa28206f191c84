import { readFile } from 'node:fs/promises';
import { Reader, type CityResponse } from 'mmdb-lib';
import { ConfigError } from '#platform/config/index.ts';
import type { Logger } from '#platform/logger/index.ts';

/** Where an address is, in English; null for what the database does not say. No name holds a comma. */
export interface Place {
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
}

/** @returns null for an address that nobody knows. Never throws: no conversion is lost for the sake of its city. */
export type FindPlace = (address: string | null) => Place | null;

const MAX_NAME = 100;
/** Records by their place in the file: most addresses of a day are of the same few thousand networks. */
const MAX_KEPT = 10_000;

/**
 * Reads a City database in MaxMind's format (.mmdb) into memory, whole; without a file nothing has a place.
 * @throws ConfigError when the file cannot be read or is another kind of database.
 */
export async function openPlaces(file: string | undefined, logger: Logger): Promise<FindPlace> {
  if (file === undefined) return () => null;
  const reader = readDatabase(await readWhole(file));
  const { databaseType, buildEpoch, ipVersion } = reader.metadata;
  logger.info({ databaseType, built: buildEpoch.toISOString() }, 'cities of addresses are looked up');
  // The reader gives the same object for the same record as long as its cache holds it.
  const places = new WeakMap<CityResponse, Place | null>();
  let isBroken = false;
  return (address) => {
    // A database of IPv4 alone would walk its tree by the first bits of the longer address.
    if (address === null || (ipVersion === 4 && address.includes(':'))) return null;
    try {
      const record = reader.get(address);
      if (record === null) return null;
      let place = places.get(record);
      if (place === undefined) places.set(record, (place = placeOf(record)));
      return place;
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
    throw new ConfigError(`GEO_DB ${wanted}; this file is none or is damaged`);
  }
  const { databaseType, searchTreeSize } = reader.metadata;
  if (!/city|enterprise/i.test(databaseType))
    throw new ConfigError(`GEO_DB ${wanted}, not ${nameOf(databaseType) ?? 'another'}`);
  if (!(searchTreeSize < content.length)) throw new ConfigError(`GEO_DB ${wanted}; this file is none or is damaged`);
  return reader;
}

/** Forgets everything when it is full: cheaper than keeping account of what was used last. */
function createCache() {
  const kept = new Map<string | number, never>();
  return {
    get: (key: string | number) => kept.get(key),
    set(key: string | number, value: unknown) {
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, value as never);
    },
  };
}

function placeOf({ city, subdivisions, country }: CityResponse): Place | null {
  const place = {
    city: nameOf(city?.names?.en),
    state: nameOf(subdivisions?.[0]?.names?.en),
    country: nameOf(country?.names?.en),
  };
  return place.city === null && place.state === null && place.country === null ? null : place;
}

/** A name as it can be stored, shown and joined with commas: one short line. */
function nameOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const name = text.replaceAll(/[\p{Cc},\s]+/gu, ' ').trim();
  return name === '' ? null : name.slice(0, MAX_NAME).toWellFormed();
}
