const ends = new Set<() => void>();

/** Registers `end` to run when a session ends, for work outside the screens. */
export const atEndOfSession = (end: () => void): void => void ends.add(end);

export function endSession(): void {
  for (const end of ends) end();
}
