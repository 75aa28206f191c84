/** Enough characters to recognise an old token, too few to use it. */
const VISIBLE_TOKEN_CHARACTERS = 4;
/** Matches the parameter name `token`, with each letter also as `%74` or `\u0074`, as parsers decode it. */
const NAME = ['t|74', 'o|6f', 'k|6b', 'e|65', 'n|6e']
  .map((letter) => `(?:${letter.replace('|', '|(?:%|\\\\u00)')})`)
  .join('');
export const TOKEN_NAME = new RegExp(NAME, 'i');
/** Characters around the name as a sender misplaces it: `&amp;token=`, `%3Ftoken%3D`, `data[token]=`, `{"token":"`, `/token/`. */
const AROUND = String.raw`(?:[\]"'+\s]|%(?:25){0,2}(?:5d|22|27|20))*`;
export const TOKEN_PART = new RegExp(
  String.raw`((?:(?<![\w-])|(?<=%(?:25){0,2}[0-9a-f]{2}))${NAME}${AROUND}(?:[=:/]|%(?:25){0,2}(?:3d|3a|2f))${AROUND}[^&]{0,${VISIBLE_TOKEN_CHARACTERS}})[^&]*`,
  'gi',
);

/** Masks tokens at any depth, also within a text: a misplaced token is still valid. */
export function maskTokens(name: string, value: unknown): unknown {
  if (/(?<![\w-])token\W*$/i.test(name)) return maskToken(value);
  return typeof value === 'string' ? value.replace(TOKEN_PART, '$1…') : value;
}

/** A repeated token is a list, and in JSON it may be a number. Masks them all. */
const maskToken = (token: unknown): string =>
  typeof token === 'string' ? `${token.slice(0, VISIBLE_TOKEN_CHARACTERS)}…` : '…';
