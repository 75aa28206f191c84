import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { answerError } from './error-handler.ts';

/** The addresses that networks and visitors ask for by the thousand. */
const HOT = /^\/(?:postback|track)(?=[/?]|$)/;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A second server behind the port of `main`, without its hooks, its browser headers and its logger for each request:
 * what these cost is half of what the shortest answer costs. Its routes are those of HOT; everything else, and what it
 * has no route for, goes to `main`.
 */
export function createHotServer(main: FastifyInstance, options: FastifyServerOptions): FastifyInstance {
  const hot = fastify({ ...options, genReqId: () => '', childLoggerFactory: (logger) => logger });
  hot.setErrorHandler(answerError);
  // A body is read by whoever answers. Once read it is gone: `main` would wait for it for ever.
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
