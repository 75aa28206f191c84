/** Enough characters to recognise an old token, too few to use it. */
const VISIBLE_TOKEN_CHARACTERS = 4;
/** Matches the parameter name `token`, with each letter also as `%74` or `\u0074`, as parsers decode it. */
const NAME = [
  ['t', '74'],
  ['o', '6f'],
  ['k', '6b'],
  ['e', '65'],
  ['n', '6e'],
]
  .map(([letter, hex]) => String.raw`(?:${letter}|(?:%|\\u00)${hex})`)
  .join('');
export const TOKEN_NAME = new RegExp(NAME, 'i');
/** A percent sign, also if it was encoded once or twice more: `%25`, `%2525`. */
const PERCENT = '%(?:25){0,2}';
/** The name starts a word, or follows an encoded character. */
const START = String.raw`(?:(?<![\w-])|(?<=${PERCENT}[0-9a-f]{2}))`;
/** Characters around the name as a sender misplaces it: `&amp;token=`, `%3Ftoken%3D`, `data[token]=`, `{"token":"`, `/token/`. */
const AROUND = String.raw`(?:[\]"'+\s]|${PERCENT}(?:5d|22|27|20))*`;
const SEPARATOR = `(?:[=:/]|${PERCENT}(?:3d|3a|2f))`;
const VISIBLE = `[^&]{0,${VISIBLE_TOKEN_CHARACTERS}}`;
const TOKEN_IN_TEXT = new RegExp(`(${START}${NAME}${AROUND}${SEPARATOR}${AROUND}${VISIBLE})[^&]*`, 'gi');

export const maskTokensInText = (text: string): string => text.replace(TOKEN_IN_TEXT, '$1…');

/** Masks tokens at any depth, also within a text: a misplaced token is still valid. */
export function maskTokens(name: string, value: unknown): unknown {
  if (/(?<![\w-])token\W*$/i.test(name)) return maskToken(value);
  return typeof value === 'string' ? maskTokensInText(value) : value;
}

/** A repeated token is a list, and in JSON it may be a number. Masks them all. */
const maskToken = (token: unknown): string =>
  typeof token === 'string' ? `${token.slice(0, VISIBLE_TOKEN_CHARACTERS)}…` : '…';
