import { readFileSync } from 'node:fs';

const DECLARED = readFileSync(new URL('../../web/src/app/screens.ts', import.meta.url), 'utf8');

/** The paths of all declared screens. Read from the file, so that a test also meets a new screen. */
export const ROUTES = [...DECLARED.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);

/** Open to signed-out visitors. */
const PUBLIC = ['/login', '/reset-password', '/accept-invitation'];
export const PROTECTED = ROUTES.filter((path) => !PUBLIC.includes(path));
