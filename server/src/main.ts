import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before the other modules: half of a start would go to stripping their types and compiling them.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));
const [{ main }, { systemClock }] = await Promise.all([
  import('./start-server.ts'),
  import('#platform/clock/index.ts'),
]);

await main(systemClock);
