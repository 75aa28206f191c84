import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Must run before the other modules load. Without the cache, stripping their types and compiling them is half of a
// start.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));
const [{ main }, { systemClock }] = await Promise.all([
  import('./start-server.ts'),
  import('#platform/clock/index.ts'),
]);

await main(systemClock);
