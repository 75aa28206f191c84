/**
 * Reads a preference of this device (columns, density). If storage is full, forbidden or invalid, it returns the
 * fallback silently: losing a preference does no harm.
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
    // Private windows refuse storage. The choice then ends with the page.
  }
}
