import type { AnyRoute } from '@muneem/contract/http';
import { AppError } from '#platform/app-error/index.ts';
import { describeIssue } from './describe-issue.ts';

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
