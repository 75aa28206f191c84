export { createHttpServer } from './http-server.ts';
export type { HttpServer } from './http-server.ts';
export { bearerToken, registerRoute, REPLIED } from './register-route.ts';
export type { RouteHandler } from './register-route.ts';
export type { AdminPrincipal, Authenticators, RequestContext } from './request-context.ts';
export { toAppError } from './error-handler.ts';
export { installHealth, installMetrics } from './health.ts';
export { installApiDocs, openApiDocument } from './openapi.ts';
export { installWebClient } from './static-files.ts';
