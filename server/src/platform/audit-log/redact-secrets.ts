/** Names of fields that are never logged in clear. */
const SECRET_FIELD = /(password|passwd|secret|token|api_?key|otp|authorization|cookie|private_?key)$/i;
/** Matches values that reveal nothing: masked texts and fixed words. */
const TELLS_NOTHING = /^(•.*|\(?(set|none|changed|new|old)\)?|)$/s;
const REDACTED = '••••••••';

/** Returns a copy with masked secrets. A safety net: callers already mask them. */
export function redactSecrets(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(redactSecrets);
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      typeof inner === 'string' && SECRET_FIELD.test(field) && !TELLS_NOTHING.test(inner)
        ? REDACTED
        : redactSecrets(inner),
    ]),
  );
}
