/** Names that mean the same event; an offer's own name wins over an alias. */
export const EVENT_ALIASES = [
  ['install', 'default'],
  ['register', 'signup'],
  ['order', 'deposit'],
] as const;

/** Percent of the offer's coins that an event earns when it has no payout of its own (document 001 §9). */
const SHARE_PERCENT: Readonly<Record<string, number>> = {
  install: 40,
  default: 40,
  register: 60,
  signup: 60,
  order: 100,
  deposit: 100,
};
const OTHER_SHARE_PERCENT = 40;

/** Event names are compared without regard to case. */
export const eventKey = (name: string): string => name.trim().toLowerCase();

/** The percent of an offer's coins that stands for an event. */
export const sharePercent = (key: string): number => SHARE_PERCENT[key] ?? OTHER_SHARE_PERCENT;

/** Finds the offer's event that a sender means: by its own name, else by an alias. `events` is keyed by `eventKey`. */
export function findEvent<Event>(events: ReadonlyMap<string, Event>, name: string): Event | undefined {
  const key = eventKey(name);
  const exact = events.get(key);
  if (exact !== undefined) return exact;
  const aliases: readonly string[] = EVENT_ALIASES.find((group) => (group as readonly string[]).includes(key)) ?? [];
  for (const alias of aliases) {
    const event = events.get(alias);
    if (event !== undefined) return event;
  }
  return undefined;
}
