import 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No log line for each answer: health checks, and the hot way of postbacks (which keeps its own log). */
    quiet?: boolean;
  }
}
