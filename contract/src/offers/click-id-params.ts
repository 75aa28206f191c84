import { speaksOfState } from '../postbacks/index.ts';
import { OFFER_LIMITS, OFFER_TEXTS } from './offer-rules.ts';

const PARAM_NAME = /^[A-Za-z0-9_-]+$/;

const CHARACTERS = 'Only letters, numbers, underscores, and hyphens are allowed.';
const STATE = 'The name speaks of a state, so its value would decide whether an event is paid. Use another name.';
const LENGTH = `Use at most ${OFFER_LIMITS.paramName} characters.`;

const isInvalid = (name: string): boolean => !PARAM_NAME.test(name);
const isState = (name: string): boolean => PARAM_NAME.test(name) && speaksOfState(name);
const isTooLong = (name: string): boolean => PARAM_NAME.test(name) && name.length > OFFER_LIMITS.paramName;

/** `a, b ,,c` → `['a', 'b', 'c']`: trimmed, without empty and repeated names. */
export const splitParamNames = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/**
 * Returns the message for invalid names of a new offer. Undefined if all are valid. Only the texts about length and state
 * are not from the specification.
 */
export function paramNamesProblem(names: readonly string[]): string | undefined {
  const problems = [
    { found: names.filter(isInvalid), what: 'Invalid parameter names', rule: CHARACTERS },
    { found: names.filter(isTooLong), what: 'Parameter names that are too long', rule: LENGTH },
    { found: names.filter(isState), what: 'Parameter names that cannot hold a click id', rule: STATE },
  ].filter(({ found }) => found.length > 0);
  if (problems.length === 0) return undefined;
  return problems.map(({ found, what, rule }) => `${what}: ${found.join(', ')}. ${rule}`).join(' ');
}

/**
 * Returns the message for an invalid name of a stored offer. Undefined if it is valid. Only the texts about length
 * and state are not from the specification.
 */
export function paramNameProblem(name: string): string | undefined {
  if (name === '') return OFFER_TEXTS.paramEmpty;
  if (isInvalid(name)) return `Parameter "${name}" is invalid. ${CHARACTERS}`;
  if (isTooLong(name)) return `Parameter "${name}" is too long. ${LENGTH}`;
  return isState(name) ? `Parameter "${name}" cannot hold a click id. ${STATE}` : undefined;
}
