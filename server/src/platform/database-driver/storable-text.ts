const OPENS_JSON = /^\s*[[{"]/;
/** An escaped backslash, NUL, a pair of surrogates, or one surrogate. */
const ESCAPES = /\\\\|\\u0000|\\ud[89ab]..\\ud[c-f]..|\\ud[89a-f]../gi;

/**
 * Makes a text of an external sender storable. PostgreSQL refuses NUL, and in JSON also unpaired surrogates: both would
 * make an answer that was already received unrecordable.
 */
export function storable(text: string): string {
  const kept = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return kept.includes('\\u') && OPENS_JSON.test(kept) ? kept.replaceAll(ESCAPES, storableEscape) : kept;
}

function storableEscape(escape: string): string {
  if (escape === '\\u0000') return '';
  return escape.length === 6 ? '\\ufffd' : escape;
}
