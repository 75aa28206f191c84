import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { answerError } from './error-handler.ts';

/** Paths with thousands of requests per second. */
const HOT = /^\/(?:postback|track)(?=[/?]|$)/;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface HotServer {
  readonly hot: FastifyInstance;
  /** Returns the handler of the port: it passes HOT paths to `hot`, and the rest to the main server's handler. */
  readonly before: (main: Handler) => Handler;
  /** Starts and stops `hot` with the main server. */
  readonly follow: (main: FastifyInstance) => void;
}

/**
 * Creates a second server for the port of the main one. It serves HOT paths and has no hooks, browser headers and request
 * logger, which would take half the time of a short answer.
 */
export function createHotServer(options: FastifyServerOptions): HotServer {
  const hot = fastify({ ...options, genReqId: () => '', childLoggerFactory: (logger) => logger });
  let toMain: Handler;
  hot.setErrorHandler(answerError);
  // Does not read the body, because the main server would then wait for it forever.
  hot.removeAllContentTypeParsers();
  hot.addContentTypeParser('*', (_request, _payload, done) => done(null));
  hot.setNotFoundHandler((request, reply) => {
    reply.hijack();
    toMain(request.raw, reply.raw);
  });
  const before = (main: Handler): Handler => {
    toMain = main;
    return (request, response) => (HOT.test(request.url ?? '') ? hot.routing : main)(request, response);
  };
  // Blocks, because a hook that returns a value fails.
  const follow = (main: FastifyInstance): void => {
    main.addHook('onReady', async () => {
      await hot.ready();
    });
    main.addHook('onClose', async () => {
      await hot.close();
    });
  };
  return { hot, before, follow };
}
