export { registerPlatformApiRoutes } from './platform-api.routes.ts';
