const ends = new Set<() => void>();

/** Keeps `end` to be called whenever a session ends, for what goes on outside of the screens. */
export const atEndOfSession = (end: () => void): void => void ends.add(end);

export function endSession(): void {
  for (const end of ends) end();
}
