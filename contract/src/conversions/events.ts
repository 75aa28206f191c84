/** Synonyms: within an offer they are one name. The first one stands for its group. */
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

/** The percent of an offer's coins that stands for an event of this name. */
export const sharePercent = (name: string): number => SHARE_PERCENT[eventKey(name)] ?? OTHER_SHARE_PERCENT;

/** A name in lower case and its synonyms. */
export const withAliases = (name: string): readonly string[] =>
  EVENT_ALIASES.find((group) => (group as readonly string[]).includes(name)) ?? [name];

/** The name that identifies an event within its offer: two names with the same one are the same name. */
export const canonicalEventName = (name: string): string => withAliases(eventKey(name))[0] as string;
