import type { FastifyRequest } from 'fastify';
import { hasRepeatedKey } from '#features/conversions/index.ts';

/** Marks a body that cannot be parsed. */
export const MALFORMED = Symbol('malformed');

type ParsedBody = Record<string, unknown> | typeof MALFORMED;

/** A text if it could not be parsed. */
export type PostbackBody = Record<string, unknown> | string;

/** Deeper than any network nests its fields, and shallow enough to serialize without a stack overflow. */
const MAX_DEPTH = 16;

const FORM = /^application\/x-www-form-urlencoded/i;
const JSON_TYPE = /[/+]json/i;

/**
 * Parses a body of any content type: a text that looks like JSON is JSON, also if it is declared as a form.
 * Any other body, also a compressed one, is unreadable, even if the query has all parameters: it may say that the
 * event is rejected.
 */
export function parsePostbackBody(
  request: FastifyRequest,
  text: string,
  done: (error: Error | null, body?: PostbackBody) => void,
): void {
  const isCompressed = request.headers['content-encoding'] !== undefined;
  const body = isCompressed ? MALFORMED : parseBodyText(text, request.headers['content-type'] ?? '');
  done(null, body === MALFORMED ? text : body);
}

export function parseBodyText(text: string, contentType = ''): ParsedBody {
  // Removes a byte order mark too.
  const body = text.trim();
  if (body === '') return {};
  if (JSON_TYPE.test(contentType) || /^[[{]/.test(body)) return fromJson(body);
  if (FORM.test(contentType)) return fromForm(body);
  return /^[\w.~%-]+=/.test(body) ? fromForm(body) : MALFORMED;
}

/** No prototype, so a parameter may be called `constructor`. */
const fields = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

function fromJson(text: string): ParsedBody {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return MALFORMED;
    if (hasRepeatedKey(text)) return MALFORMED;
    return isDeeperThan(value, MAX_DEPTH) ? MALFORMED : Object.assign(fields(), value);
  } catch {
    return MALFORMED;
  }
}

const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((part) => isDeeperThan(part, depth - 1)));

/** One pass: `getAll` would scan all pairs for each name. */
export function fromForm(text: string): Record<string, unknown> {
  const found = fields();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name];
    if (before === undefined) found[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else found[name] = [before, value];
  }
  return found;
}
