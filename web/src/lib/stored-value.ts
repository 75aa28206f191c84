/** Runs `work` where the browser allows storage and has room. In private windows nothing outlives the page. */
export function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

/** Reads a value of this device, such as a preference. A missing or invalid one is the fallback. */
export function readStored<Value>(key: string, accept: (value: unknown) => value is Value, fallback: Value): Value {
  const value = withStorage((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null'));
  return accept(value) ? value : fallback;
}

export const writeStored = (key: string, value: unknown): void =>
  withStorage((storage) => storage.setItem(key, JSON.stringify(value)));
