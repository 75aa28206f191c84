import fastify from 'fastify';

/** The physical limit: the same URL in a route that does nothing. */
const app = fastify();
app.get('/postback/:offerId/:eventName', async () => ({
  success: true,
  code: 'accepted',
  message: 'Conversion recorded.',
}));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => process.exit(0));
