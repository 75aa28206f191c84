import 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Skips the log line per answer: for health checks, and for postbacks, which have their own log. */
    quiet?: boolean;
    /** Sends no headers for browsers: for postbacks, which programs send. */
    isForPrograms?: boolean;
  }
}
