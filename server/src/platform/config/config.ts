import { isIPv6 } from 'node:net';
import * as z from 'zod/mini';
import { SETTINGS } from './settings.ts';

/** An invalid configuration. The message has one line per bad value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Schemas = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['schema'] };

const settings = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema])) as Schemas,
);

/** All validated settings, named like in the environment. `PUBLIC_URL` is always set. */
export type Config = Omit<z.infer<typeof settings>, 'PUBLIC_URL'> & { readonly PUBLIC_URL: string };

/**
 * Reads the settings from an environment. Empty values count as missing.
 * @throws ConfigError with one line per bad setting: its name and rule, never its value
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join('\n'));
  }
  if ((parsed.data.ADMIN_EMAIL === undefined) !== (parsed.data.ADMIN_PASSWORD === undefined)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together');
  }
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = parsed.data;
  if (new Set([OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].map((value) => value === undefined)).size > 1)
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together');
  if ((parsed.data.OIDC_ONLY || parsed.data.OIDC_ROLES.length > 0) && OIDC_ISSUER === undefined)
    throw new ConfigError('OIDC_ISSUER must be set when OIDC_ONLY is on or OIDC_ROLES is set');
  for (const name of ['POSTBACK_LOG_RETENTION_DAYS', 'AUDIT_RETENTION_DAYS'] as const)
    if (parsed.data[name] > 0 && parsed.data.ARCHIVE_DIR === undefined)
      throw new ConfigError(
        `ARCHIVE_DIR must be set when ${name} is: months are archived there before they are dropped`,
      );
  if ((parsed.data.AUDIT_STREAM_URL === undefined) !== (parsed.data.AUDIT_STREAM_SECRET === undefined))
    throw new ConfigError('AUDIT_STREAM_URL and AUDIT_STREAM_SECRET must be set together');
  if (parsed.data.BACKUP_DIR !== undefined && parsed.data.DATABASE_URL !== undefined) {
    throw new ConfigError(
      'BACKUP_DIR backs up the embedded database: with DATABASE_URL use pgBackRest, see docs/operating.md',
    );
  }
  if (parsed.data.PAYOUT_PROVIDER === 'razorpayx' && parsed.data.RAZORPAYX_ACCOUNT_NUMBER === undefined) {
    throw new ConfigError('RAZORPAYX_ACCOUNT_NUMBER must be set when PAYOUT_PROVIDER is razorpayx');
  }
  return { ...parsed.data, PUBLIC_URL: parsed.data.PUBLIC_URL ?? ownUrl(parsed.data.HOST, parsed.data.PORT) };
}

/** @throws ConfigError if HOST cannot be part of a URL */
function ownUrl(host: string, port: number): string {
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(url)) throw new ConfigError('HOST must be a host name or an IP address');
  return url;
}
