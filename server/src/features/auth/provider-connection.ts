import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Configuration, ServerMetadata } from 'openid-client';
import type { Clock } from '#platform/clock/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { guardedFetch, PROVIDER_TIMEOUT_MS } from './oidc-fetch.ts';
import { ProviderRefusal } from './oidc-refusal.ts';

/** Allowed difference between the clocks. */
const LEEWAY_S = 60;
/** A token older than this was not made for the current request. */
const TOKEN_AGE_S = 300;
/** The provider's own description is read again after this time, so that a sign-in starts only if it answers. */
const CURRENT_FOR_MS = 60_000;
/** Signatures with a published key. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

interface ConnectionDependencies {
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Keys = JWTVerifyGetKey & { readonly reload: () => Promise<void> };

export interface Connection {
  readonly configuration: Configuration;
  readonly server: Readonly<ServerMetadata>;
  /** Verifies signature, issuer, audience and age of a token. Reads new keys at most every 30 s. */
  verify(token: string): Promise<JWTPayload>;
  /** Like `verify`, for a token from the provider's own answer: reads new keys at once. */
  verifyOwn(token: string): Promise<JWTPayload>;
}

/** Reads the provider's description and keys when they are needed, and keeps them. */
export function createConnection(dependencies: ConnectionDependencies): () => Promise<Connection> {
  const { http, clock, issuer, clientId } = dependencies;
  const send = guardedFetch(http);
  let keys: { readonly uri: string; readonly published: Keys } | undefined;

  const keysAt = async (uri: string | undefined): Promise<Keys> => {
    if (uri === undefined) throw new ProviderRefusal('refused', 'the provider publishes no keys');
    if (keys?.uri === uri) return keys.published;
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const published = createRemoteJWKSet(new URL(uri), {
      timeoutDuration: PROVIDER_TIMEOUT_MS,
      [customFetch]: (url: string, { headers }: { readonly headers: Headers }) =>
        send(url, { method: 'GET', headers: Object.fromEntries(headers), body: undefined, redirect: 'manual' }),
    });
    keys = { uri, published };
    return published;
  };

  return shareFor(CURRENT_FOR_MS, clock, async () => {
    const configuration = await discover(dependencies, send);
    const server = configuration.serverMetadata();
    const published = await keysAt(server.jwks_uri);
    const verify = async (token: string): Promise<JWTPayload> => {
      const { jwtVerify } = await import('jose');
      const { payload } = await jwtVerify(token, published, {
        algorithms: ALGORITHMS,
        issuer: server.issuer,
        audience: clientId,
        currentDate: clock.now(),
        clockTolerance: LEEWAY_S,
        maxTokenAge: TOKEN_AGE_S,
      });
      return payload;
    };
    const verifyOwn = (token: string): Promise<JWTPayload> =>
      verify(token).catch(async (error: unknown) => {
        if (!isUnknownKey(error)) throw error;
        await published.reload();
        return verify(token);
      });
    return { configuration, server, verify, verifyOwn };
  });

  async function discover(
    { clientSecret }: ConnectionDependencies,
    fetchGuarded: ReturnType<typeof guardedFetch>,
  ): Promise<Configuration> {
    const client = await import('openid-client');
    const basic = client.ClientSecretBasic(clientSecret);
    const post = client.ClientSecretPost(clientSecret);
    return client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: LEEWAY_S },
      (server, ...rest) => (takesBasic(server) ? basic : post)(server, ...rest),
      {
        timeout: PROVIDER_TIMEOUT_MS / 1000,
        [client.customFetch]: fetchGuarded,
        // The settings allow http only for a provider on this machine.
        execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      },
    );
  }
}

/** Without a list, a provider takes basic authentication (OpenID Connect Discovery). */
const takesBasic = ({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): boolean =>
  methods?.includes('client_secret_basic') ?? true;

const isUnknownKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_JWKS_NO_MATCHING_KEY';

/** Shares one successful load for a time. A failed one is not kept. */
function shareFor<Value>(ms: number, clock: Clock, load: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly at: number; readonly value: Promise<Value> } | undefined;
  return () => {
    const at = clock.now().getTime();
    if (kept !== undefined && Math.abs(at - kept.at) < ms) return kept.value;
    const loading = { at, value: load() };
    kept = loading;
    loading.value.catch(() => {
      if (kept === loading) kept = undefined;
    });
    return loading.value;
  };
}
