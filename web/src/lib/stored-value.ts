/**
 * A value of this person on this device (column choice, density). Storage may be full, forbidden or hold something
 * else: then the fallback serves and nothing is said, because nothing of worth is lost.
 */
export function readStored<Value>(key: string, accept: (value: unknown) => value is Value, fallback: Value): Value {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return accept(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows refuse to store; the choice then lasts until the page is left.
  }
}
