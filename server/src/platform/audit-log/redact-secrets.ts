/** Fields that never stand in the log in clear, whoever wrote them there. */
const SECRET_FIELD = /(password|passwd|secret|token|api_?key|otp|authorization|cookie|private_?key)$/i;
/** What says something about a secret without being one: masked, or a word. */
const TELLS_NOTHING = /^(•.*|\(?(set|none|changed|new|old)\)?|)$/s;
const REDACTED = '••••••••';

/** A copy in which the values of secret fields are masked. Callers mask by themselves; this is for the one that forgot. */
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
