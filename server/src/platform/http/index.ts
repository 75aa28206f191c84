export { createHttpServer } from './http-server.ts';
export type { HttpServer } from './http-server.ts';
export { clientAddress, networkOf } from './client-address.ts';
export { watchSession } from './watch-session.ts';
export { registerReplicaRoute } from './reading-replica.ts';
export { registerRoute, REPLIED } from './register-route.ts';

export type { AdminPrincipal, Authenticators, HandledCall, HandlerAnswer, RequestContext } from './request-context.ts';
export { refuseCrossSite } from './refuse-cross-site.ts';
export { toAppError } from './error-handler.ts';
export { isoDates } from './iso-dates.ts';
export { installHealth, installMetrics } from './health.ts';
export { installApiDocs, openApiDocument } from './openapi.ts';
export { installWebClient } from './static-files.ts';
export { answerOnce, idempotencyMismatch, purgeIdempotencyKeys } from './idempotency.ts';
export { rawBodyOf } from './raw-body.ts';
