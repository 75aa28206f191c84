export type { AuthDeps } from './auth-deps.ts';
export { registerAuthRoutes } from './auth.routes.ts';
export { createSessionAuthenticator } from './check-session.ts';
export { ensureFirstAdmin } from './ensure-first-admin.ts';
export { createPasswordHasher } from './password-hasher.ts';
export type { PasswordHasher } from './password-hasher.ts';
export { purgeAuth } from './purge-auth.ts';
