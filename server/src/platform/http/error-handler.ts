import type { ErrorBody, ErrorCode } from '@muneem/contract/http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error/index.ts';
import { outageOf, type Outage } from '#platform/database-driver/index.ts';
import { pathOf } from './path-of.ts';

const FASTIFY_ERRORS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The request is too large. Send less at once.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad_request', 'The body is empty. Send JSON, or no content type.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is shorter or longer than its Content-Length.'],
};

/** The router answers 414 to a long parameter, and the file server 403 to a dot segment. */
const NO_SUCH_PATH: ReadonlySet<number> = new Set([403, 404, 414]);

const OUTAGES: Readonly<Record<Outage, string>> = {
  unreachable: 'The database cannot be reached right now. Please try again in a moment.',
  'read-only': 'The database accepts no changes right now. Please try again in a moment.',
  busy: 'The database is too busy right now. Please try again in a moment.',
};

/** Maps every error to the common error format. Unknown errors become a fixed 500. */
export function installErrorHandler(fastify: FastifyInstance): void {
  fastify.setErrorHandler(answerError);
  fastify.setNotFoundHandler((request, reply) => {
    const userMessage = `Nothing found at ${request.method} ${pathOf(request.url)}.`;
    const error = new AppError('not_found', userMessage);
    return sendError(error, error, request, reply);
  });
}

/** Answers an error that a route has thrown. */
export const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(toAppError(error), error, request, reply);

/** Answers an undecodable path, before any route or hook. The postback route logs its own. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { raw, server } = request;
  const url = raw.url ?? '';
  if (url.startsWith('/postback/')) {
    const query = url.slice(pathOf(url).length);
    server.routing(Object.assign(raw, { originalUrl: url, url: `/postback/undecodable${query}` }), reply.raw);
    return;
  }
  void sendError(toAppError(error), error, request, reply.header('x-content-type-options', 'nosniff'));
}

function sendError(error: AppError, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.status >= 500) {
    if (isRefusal(error, thrown)) request.log.warn({ code: error.code, why: error.userMessage }, 'request refused');
    else request.log.error({ err: thrown }, 'request failed');
  }
  const body: ErrorBody = { success: false, message: error.userMessage, code: error.code };
  if (error.fields) body.errors = { ...error.fields };
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}

/** An expected error about a known state needs no stack trace in the log. */
const isRefusal = (error: AppError, thrown: unknown): boolean =>
  error === thrown && error.code !== 'internal' && error.cause === undefined;

/** Returns the error for the caller. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode, message } = error as FastifyError;
  const known = FASTIFY_ERRORS[code];
  if (known) return new AppError(known[0], known[1], { cause: error });
  if (statusCode === 429) return new AppError('rate_limited', message, { cause: error });
  if (statusCode !== undefined && NO_SUCH_PATH.has(statusCode))
    return new AppError('not_found', 'Nothing exists at this path.', { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('bad_request', 'The request cannot be read.', { cause: error });
  const outage = outageOf(error);
  if (outage) return new AppError('unavailable', OUTAGES[outage], { retryAfterS: 5, cause: error });
  return new AppError('internal', 'Something went wrong on our side. Please try again.', { cause: error });
}
