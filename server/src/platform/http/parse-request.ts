import type { AnyRoute } from '@muneem/contract/http';
import { AppError } from '#platform/app-error/index.ts';

type Schema = AnyRoute['answer'];

/**
 * Validates one part of a request by its schema.
 * @throws AppError `validation_failed` with a message per bad field, `bad_request` for a repeated query key
 * or a character that PostgreSQL cannot store
 */
export function parsePart(schema: Schema | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (part === 'query') refuseRepeatedKeys(value);
  const parsed = schema?.safeParse(part === 'body' ? (value ?? {}) : value);
  if (!parsed || parsed.success) {
    // After the schema, whose error can name the field.
    refuseUnstorable(value);
    return parsed?.data;
  }
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues)
    fields[path.join('.')] ??= message === 'Invalid input' ? (isMissing(value, path) ? MISSING : UNUSABLE) : message;
  throw new AppError('validation_failed', summary(fields), { fields, cause: parsed.error });
}

const PARSER_WORDS = /^(Invalid (input|option|string|key|element)\b|Too (big|small)\b|Unrecognized key)/;
const UNUSABLE = 'This value cannot be used here.';
const MISSING = 'This value is missing.';

const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value) === undefined;

function summary(fields: Readonly<Record<string, string>>): string {
  const [first] = Object.entries(fields);
  if (!first) return 'The request cannot be read.';
  const [field, message] = first;
  // The contract's messages are sentences that name the field. The parser's own messages are not.
  const isOwnMessage = /^(?!This value )["A-Z]/.test(message) && !PARSER_WORDS.test(message);
  return field === '' || isOwnMessage ? message : `${field}: ${message}`;
}

function refuseRepeatedKeys(query: unknown): void {
  for (const [key, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) {
      throw new AppError('bad_request', `The query names "${key}" more than once; send it once.`);
    }
  }
}

/** PostgreSQL can store neither NUL nor an unpaired surrogate. Iterative, because a body may be deeply nested. */
function refuseUnstorable(value: unknown): void {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed()))
      throw new AppError('bad_request', 'The request contains a character that cannot be stored.');
    if (typeof next === 'object' && next !== null)
      for (const [key, inner] of Object.entries(next)) open.push(key, inner);
  }
}

/** Refuses a list whose first day is after its last one. It would look like a list without rows. */
export function inDayOrder(query: unknown): unknown {
  const { startDate, endDate } = (query ?? {}) as { startDate?: string; endDate?: string };
  if (startDate === undefined || endDate === undefined || startDate <= endDate) return query;
  throw new AppError('validation_failed', 'The start date is after the end date.', {
    fields: { endDate: 'Choose a day on or after the start date.' },
  });
}
