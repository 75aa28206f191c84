import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FEATURES = fileURLToPath(new URL('../../web/src/features', import.meta.url));

/** The paths of all declared screens. Read from the files, so that a test also meets a new screen. */
export const ROUTES = globSync('*/screens.ts', { cwd: FEATURES })
  .flatMap((file) => [...readFileSync(join(FEATURES, file), 'utf8').matchAll(/path: '([^']+)'/g)])
  .map(([, path = '']) => path);

/** Open to signed-out visitors. */
const PUBLIC = ['/login', '/reset-password', '/accept-invitation'];
export const PROTECTED = ROUTES.filter((path) => !PUBLIC.includes(path));
