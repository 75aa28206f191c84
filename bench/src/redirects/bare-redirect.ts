import fastify from 'fastify';

/** The physical limit: the same URL in a route that only redirects. */
const app = fastify();
app.get('/track/:offerId', (_request, reply) =>
  reply.code(302).header('location', 'https://network.example/?c=01ARZ3NDEKTSV4RRFFQ69G5FAV').send(),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => process.exit(0));
