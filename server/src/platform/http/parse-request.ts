import type { AnyRoute } from '@muneem/contract/http';
import { AppError } from '#platform/app-error/index.ts';
import { describeIssue } from './describe-issue.ts';

type Schema = AnyRoute['answer'];

/**
 * Validates one part of a request by its schema.
 * @throws AppError `validation_failed` with a message per bad field, `bad_request` for a repeated query key,
 * a key `toString`, or a character that PostgreSQL cannot store
 */
export function parsePart(schema: Schema | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (part === 'query') refuseRepeatedKeys(value);
  if (part === 'body') refuseToString(value);
  const parsed = schema?.safeParse(part === 'body' ? (value ?? {}) : value);
  if (!parsed || parsed.success) {
    // After the schema, whose error can name the field.
    refuseUnstorable(value);
    return parsed?.data;
  }
  const { issues } = parsed.error;
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.')] ??= textOf(issue) ?? describeIssue(issue, schema, value);
  const [field, text] = Object.entries(fields)[0]!;
  // A text of the contract names its field.
  const message = field === '' || textOf(issues[0]) !== undefined ? text : `${field}: ${text}`;
  throw new AppError('validation_failed', message, { fields, cause: parsed.error });
}

/** The contract's text. The library's own texts are not compiled in, so it says the same of every issue. */
const textOf = ({ message }: { readonly message: string }): string | undefined =>
  message === 'Invalid input' ? undefined : message;

function refuseRepeatedKeys(query: unknown): void {
  for (const [key, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) {
      throw new AppError('bad_request', `The query names "${key}" more than once; send it once.`);
    }
  }
}

/** An object with its own `toString` throws at any operator, also in zod, which measures `length` before the type. */
function refuseToString(body: unknown): void {
  for (const part of partsOf(body)) {
    if (typeof part === 'object' && Object.hasOwn(part, 'toString'))
      throw new AppError('bad_request', 'The body may not contain the key "toString".');
  }
}

/** PostgreSQL can store neither NUL nor an unpaired surrogate. */
function refuseUnstorable(value: unknown): void {
  for (const part of partsOf(value)) {
    if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed()))
      throw new AppError('bad_request', 'The request contains a character that cannot be stored.');
  }
}

/** All objects, keys and texts of a value. Iterative, because a body may be deeply nested. */
function* partsOf(value: unknown): Generator<object | string> {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') yield next;
    if (typeof next !== 'object' || next === null) continue;
    yield next;
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
