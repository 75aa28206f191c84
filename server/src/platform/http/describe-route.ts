import { ERROR_STATUS, type AnyRoute, type ErrorCode } from '@muneem/contract/http';
import * as z from 'zod/mini';

/** Lists the error codes of a call by status. Every call can also fail with 500 and 503. */
export function errorsOf(route: AnyRoute): [status: number, codes: ErrorCode[]][] {
  const codes = new Set<ErrorCode>(route.errors);
  if (route.params || route.query || route.body) codes.add('validation_failed');
  if (route.auth !== 'public' && route.auth !== 'key') codes.add('unauthorized');
  if (route.path.includes(':') && route.errors === undefined) codes.add('not_found');
  if (route.idempotent) codes.add('idempotency_in_progress').add('idempotency_mismatch');
  for (const code of ['rate_limited', 'internal', 'unavailable'] as const) codes.add(code);
  return Object.entries(Object.groupBy(codes, (code) => ERROR_STATUS[code])).map(([status, of]) => [
    Number(status),
    of,
  ]);
}

/** Returns the JSON schema of a part of a route. */
export function jsonSchema(schema: AnyRoute['answer'], io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // The format says the same in one word.
    override: ({ jsonSchema: part }) => void (part.format && delete part.pattern),
  }) as Record<string, unknown>;
  return rest;
}
