/** Synonyms. Within an offer the names of a group are one name. The first one is its canonical name. */
export const EVENT_ALIASES = [
  ['install', 'default'],
  ['register', 'signup'],
  ['order', 'deposit'],
] as const;

/** Per cent of the offer's coins for an event without its own payout (document 001 §9). */
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

/** Returns the per cent of an offer's coins for this event name. */
export const sharePercent = (name: string): number => SHARE_PERCENT[eventKey(name)] ?? OTHER_SHARE_PERCENT;

/** Returns a name in lower case together with its synonyms. */
export const withAliases = (name: string): readonly string[] =>
  EVENT_ALIASES.find((group) => (group as readonly string[]).includes(name)) ?? [name];

/** Returns the canonical name. Two event names of one offer are equal if their canonical names are equal. */
export const canonicalEventName = (name: string): string => withAliases(eventKey(name))[0] as string;
