import { OFFER_LIMITS, OFFER_TEXTS } from './offer-rules.ts';

const PARAM_NAME = /^[A-Za-z0-9_-]+$/;

/** Letters, digits, underscore and hyphen, at most 64 of them. */
export const isParamName = (name: string): boolean => PARAM_NAME.test(name) && name.length <= OFFER_LIMITS.paramName;

/** `a, b ,,c` → `['a', 'b', 'c']`: trimmed, without empties and repeats. */
export const splitParamNames = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** The specification's words for a list with bad names (create mode), or undefined when all are good. */
export function paramNamesProblem(names: readonly string[]): string | undefined {
  const invalid = names.filter((name) => !isParamName(name));
  if (invalid.length === 0) return undefined;
  return `Invalid parameter names: ${invalid.join(', ')}. Only letters, numbers, underscores, and hyphens are allowed.`;
}

/** The specification's words for one bad name (edit mode), or undefined when it is good. */
export function paramNameProblem(name: string): string | undefined {
  if (name === '') return OFFER_TEXTS.paramEmpty;
  if (isParamName(name)) return undefined;
  return `Parameter "${name}" is invalid. Only letters, numbers, underscores, and hyphens are allowed.`;
}
