import { createServer, type ServerResponse } from 'node:http';

/*
 * The tracking companies: one server with several addresses. With FAULTS=on one call in five fails, one in twenty hangs
 * and one in twenty is redirected. It counts its 200 answers per delivery.
 */

const faulty = process.env['FAULTS'] === 'on';
const accepted = new Map<string, number>();
let calls = 0;

const summary = (): string =>
  JSON.stringify({
    calls,
    accepted: accepted.size,
    repeated: [...accepted.values()].filter((times) => times > 1).length,
  });

function answer(response: ServerResponse, delivery: string): void {
  const luck = faulty ? Math.random() : 1;
  if (luck < 0.2) response.writeHead(503).end('try again later');
  else if (luck < 0.25) setTimeout(() => response.destroy(), 5_000).unref();
  else if (luck < 0.3) response.writeHead(302, { location: 'http://127.0.0.1/elsewhere' }).end();
  else {
    accepted.set(delivery, (accepted.get(delivery) ?? 0) + 1);
    response.end('{"ok":true}');
  }
}

const server = createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('ready');
  if (request.url === '/summary') return void response.end(summary());
  calls += 1;
  answer(response, String(request.headers['x-muneem-delivery']));
});
server.keepAliveTimeout = 60_000;
// Some benchmarks open hundreds of connections at once.
server.listen({ port: Number(process.env['PORT']), host: '0.0.0.0', backlog: 4_096 });
process.on('SIGTERM', () => process.exit(0));
