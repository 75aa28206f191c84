import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { addStreamFigures } from './audit-stream-figures.ts';
import { createAuditStream } from './audit-stream.ts';
import { registerAuditRoutes } from './audit.routes.ts';

export function auditModule(platform: Platform): FeatureModule {
  const routes: FeatureModule['routes'] = (http) => registerAuditRoutes(http, platform);
  const { AUDIT_STREAM_URL: url, AUDIT_STREAM_SECRET: secret } = platform.config;
  if (url === undefined || secret === undefined) return { routes };
  const stream = createAuditStream({ ...platform, http: platform.openHttp(), url, secret });
  return { routes, background: stream, metrics: (metrics) => addStreamFigures(metrics, platform, stream.figures) };
}
