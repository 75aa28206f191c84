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

/** The percent of an offer's coins that stands for an event of this name. */
export const sharePercent = (name: string): number => SHARE_PERCENT[eventKey(name)] ?? OTHER_SHARE_PERCENT;

/** A name in small letters and those that mean the same. */
export const withAliases = (name: string): readonly string[] =>
  EVENT_ALIASES.find((group) => (group as readonly string[]).includes(name)) ?? [name];
