// Runs the embedded database in its own process: prints `ready <superuser URL>` or `failed <message>`, and ends on
// SIGTERM.
import { startEmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';

try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2]!, settings: { shared_buffers: '64MB' } });
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  setInterval(() => undefined, 60_000);
  process.stdout.write(`ready ${server.superuserUrl}\n`);
} catch (error) {
  process.stdout.write(`failed ${(error as Error).message}\n`);
  process.exit(1);
}
