import { createServer } from 'node:http';

/* The tracking companies: one server with several addresses. It counts its calls. */

let calls = 0;

const server = createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('ready');
  if (request.url === '/calls') return void response.end(String(calls));
  calls += 1;
  response.end('{"ok":true}');
});
server.keepAliveTimeout = 60_000;
// Some benchmarks open hundreds of connections at once.
server.listen({ port: Number(process.env['PORT']), host: '0.0.0.0', backlog: 4_096 });
process.on('SIGTERM', () => process.exit(0));
