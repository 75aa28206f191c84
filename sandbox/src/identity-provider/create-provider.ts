import type * as OidcProvider from 'oidc-provider';
import type Provider from 'oidc-provider';
import { memoryAdapter, type Records } from './memory-adapter.ts';
import { PEOPLE } from './people.ts';
import { toJwk, type SigningKey } from './signing-key.ts';

export interface Registration {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly productUrl: string;
  readonly records: Records;
  /** Replaces each ID token before it is sent. */
  readonly issueToken: (token: string) => string;
}

const SCOPES = 'openid email profile groups';

type Library = typeof OidcProvider;

/** At its import the library warns of each Node version without long-term support. */
export async function loadLibrary(): Promise<Library> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

/** Creates the provider with one registered application. It asks for no consent. */
export function createProvider(
  library: Library,
  { issuer, client, productUrl, records, issueToken }: Registration,
  key: SigningKey,
  claimsInToken: boolean,
): Provider {
  const provider = new library.default(issuer, {
    adapter: memoryAdapter(records),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${productUrl}/api/auth/oidc/callback`],
        backchannel_logout_uri: `${productUrl}/webhooks/oidc-logout`,
        backchannel_logout_session_required: true,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [toJwk(key)] },
    cookies: { keys: ['sandbox-cookie-key'] },
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: !claimsInToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    ttl: { Session: 3_600, Grant: 3_600, Interaction: 600, IdToken: 3_600, AccessToken: 600, AuthorizationCode: 60 },
    findAccount: (_context, id) => {
      const person = PEOPLE.find((one) => one.id === id);
      if (person === undefined) return undefined;
      const { name, email, emailVerified, groups } = person;
      const claims = { sub: id, name, email, email_verified: emailVerified, groups: [...groups] };
      return { accountId: id, claims: async () => claims };
    },
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const clientId = oidc.client?.clientId;
      if (accountId === undefined || clientId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ accountId, clientId });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const answer = context.body as { id_token?: string } | undefined;
    if (context.oidc?.route === 'token' && answer?.id_token !== undefined)
      answer.id_token = issueToken(answer.id_token);
  });
  return provider;
}
