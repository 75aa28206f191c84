import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { answerError } from './error-handler.ts';

/** Paths with thousands of requests per second. */
const HOT = /^\/(?:postback|track)(?=[/?]|$)/;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates a second server on the port of `main`. It serves HOT paths and passes the rest on to `main`. It has no hooks,
 * browser headers and request logger, which would take half the time of a short answer.
 */
export function createHotServer(main: FastifyInstance, options: FastifyServerOptions): FastifyInstance {
  const hot = fastify({ ...options, genReqId: () => '', childLoggerFactory: (logger) => logger });
  hot.setErrorHandler(answerError);
  // Does not read the body, because `main` would then wait for it forever.
  hot.removeAllContentTypeParsers();
  hot.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const cold = main.server.listeners('request') as Handler[];
  const toMain: Handler = (request, response) => {
    for (const handle of cold) handle.call(main.server, request, response);
  };
  hot.setNotFoundHandler((request, reply) => {
    reply.hijack();
    toMain(request.raw, reply.raw);
  });
  main.server.removeAllListeners('request');
  main.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (HOT.test(request.url ?? '')) hot.routing(request, response);
    else toMain(request, response);
  });
  main.addHook('onReady', async () => {
    await hot.ready();
  });
  main.addHook('onClose', async () => {
    await hot.close();
  });
  return hot;
}
