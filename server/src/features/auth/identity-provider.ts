import type { JWTPayload } from 'jose';
import type { Platform } from '#platform/feature-module/index.ts';
import { ProviderRefusal, toRefusal } from './oidc-refusal.ts';
import { createConnection, type Connection } from './provider-connection.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The secrets of one sign-in, which this browser's cookie keeps. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person whom the provider has signed in. */
export interface ProviderPerson {
  readonly subject: string;
  /** The provider's session, for a back-channel logout. */
  readonly sid: string | null;
  readonly email: unknown;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
}

/** The sign-ins that a logout token names, and its own id. */
export interface ProviderLogout {
  readonly tokenId: string;
  readonly subject: string | null;
  readonly sid: string | null;
}

export type IdentityProvider = NonNullable<ReturnType<typeof createIdentityProvider>>;

/** Creates the client of the company's identity provider, or returns undefined if none is configured. */
export function createIdentityProvider({ config, clock, openHttp }: Pick<Platform, 'config' | 'clock' | 'openHttp'>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const http = openHttp();
  const connect = createConnection({ http, clock, issuer, clientId, clientSecret });
  const hasRoles = config.OIDC_ROLES.length > 0;
  const wanted = ['email', 'email_verified', ...(hasRoles ? ['groups'] : [])];
  const scopeOf = ({ scopes_supported: scopes }: Connection['server']): string => {
    // Providers give groups with either scope.
    const forGroups = hasRoles ? ['profile', 'groups'].filter((scope) => scopes?.includes(scope)) : [];
    return ['openid', 'email', ...forGroups].join(' ');
  };
  const redirectUri = `${config.PUBLIC_URL}/api/auth/oidc/callback`;
  return {
    name: config.OIDC_NAME ?? new URL(issuer).host,
    issuer,
    /** True if only one owner may sign in with a password. */
    only: config.OIDC_ONLY,
    /** The roles of groups. Empty: the provider decides no role. */
    roles: config.OIDC_ROLES,
    /** Returns new secrets and the provider's URL for them. @throws ProviderRefusal */
    start: (): Promise<{ readonly url: string; readonly checks: OidcChecks }> =>
      refusing(async () => {
        const { configuration, server } = await connect();
        const client = await import('openid-client');
        const checks = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: scopeOf(server),
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, checks };
      }),
    /** Exchanges the code in the query of the callback. @throws ProviderRefusal */
    signIn: (query: string, { state, nonce, verifier }: OidcChecks): Promise<ProviderPerson> =>
      refusing(async () => {
        const { configuration, server, verifyOwn } = await connect();
        const client = await import('openid-client');
        const tokens = await client.authorizationCodeGrant(configuration, new URL(redirectUri + query), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = await verifyOwn(tokens.id_token ?? '');
        const subject = claims.sub ?? '';
        // Address and verification come from one answer.
        const isComplete = wanted.every((claim) => claims[claim] !== undefined);
        const {
          email,
          email_verified: verified,
          groups,
        }: JWTPayload = isComplete || server.userinfo_endpoint === undefined
          ? claims
          : await client.fetchUserInfo(configuration, tokens.access_token, subject);
        // Some providers write `true` as a text.
        return {
          subject,
          sid: textOrNull(claims['sid']),
          email,
          emailVerified: verified === true || verified === 'true',
          groups: textsIn(groups),
        };
      }),
    /** Checks a back-channel logout token. @throws ProviderRefusal */
    readLogout: (token: string): Promise<ProviderLogout> =>
      refusing(async () => {
        const { verify } = await connect();
        return toLogout(await verify(token));
      }),
    close: () => http.close(),
  };
}

function toLogout({ events, nonce, jti: tokenId, sub, sid: session }: JWTPayload): ProviderLogout {
  // An ID token has a nonce and no event.
  if (typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events) || nonce !== undefined)
    throw new ProviderRefusal('refused', 'not a logout token');
  const sid = textOrNull(session);
  if (tokenId === undefined || (sub === undefined && sid === null))
    throw new ProviderRefusal('refused', 'the logout token names no sign-in');
  return { tokenId, subject: sub ?? null, sid };
}

/** One group may be a text. */
const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const refusing = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    throw toRefusal(error);
  });
