import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';
import { claimsWithFault, type ProviderFault } from './faults.ts';
import type { Records } from './memory-adapter.ts';
import { createProvider, loadLibrary, type Registration } from './create-provider.ts';
import { serveProvider, type ProviderControls, type ServedParts } from './serve-provider.ts';
import { newSigningKey, readToken, signToken } from './signing-key.ts';

export const SANDBOX_CLIENT = { id: 'muneem', secret: 'sandbox-client-secret-0001' };
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface IdentityProviderOptions {
  readonly port?: number;
  /** The public address of the product. */
  readonly productUrl: string;
}

export interface IdentityProvider extends ProviderControls {
  /** Puts the claims of a person into the ID token. By default only its userinfo has them. */
  putClaimsIntoToken(): void;
  /** The session ids of the provider's last sign-ins of a person. */
  sessionsOf(person: string): readonly string[];
  /** A signed logout token. `claims` replaces some of its claims. */
  logoutToken(claims: Readonly<Record<string, unknown>>, typ?: string): string;
  close(): Promise<void>;
}

/**
 * Starts the identity provider of a company: a real OpenID Connect provider on its own port, with invented people.
 * Its page has switches for faults, keys and sign-outs.
 */
export async function startIdentityProvider({
  port = 0,
  productUrl,
}: IdentityProviderOptions): Promise<IdentityProvider> {
  const library = await loadLibrary();
  let key = newSigningKey();
  let fault: ProviderFault | undefined;
  let claimsInToken = false;
  const records: Records = new Map();
  const sessions = new Map<string, string[]>();
  const issueToken = (token: string): string => {
    const claims = readToken(token);
    const subject = String(claims['sub']);
    sessions.set(subject, [...(sessions.get(subject) ?? []), String(claims['sid'])]);
    return signToken(
      fault === 'foreign_key' ? { ...newSigningKey(), kid: key.kid } : key,
      claimsWithFault(claims, fault),
    );
  };

  let provider: Provider;
  const server = createServer((request, response) => {
    void serveProvider(request, response, parts).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const registration: Registration = { issuer: url, client: SANDBOX_CLIENT, productUrl, records, issueToken };
  const renew = (): void => void (provider = createProvider(library, registration, key, claimsInToken));
  renew();

  const identityProvider: IdentityProvider = {
    url,
    fail: (next) => void (fault = next),
    rotateKeys() {
      key = newSigningKey();
      renew();
    },
    putClaimsIntoToken() {
      claimsInToken = true;
      renew();
    },
    sessionsOf: (person) => sessions.get(person) ?? [],
    logoutToken(claims, typ = 'logout+jwt') {
      const iat = Math.floor(Date.now() / 1000);
      const usual = {
        iss: url,
        aud: SANDBOX_CLIENT.id,
        iat,
        exp: iat + 120,
        jti: randomUUID(),
        events: { [LOGOUT_EVENT]: {} },
      };
      return signToken(key, { ...usual, ...claims }, typ);
    },
    async signOut(person) {
      const ended = sessions.get(person) ?? [];
      sessions.delete(person);
      for (const [id, record] of records) if (record['accountId'] === person) records.delete(id);
      return Promise.all(
        ended.map(async (sid) => {
          const body = new URLSearchParams({ logout_token: identityProvider.logoutToken({ sub: person, sid }) });
          return (await fetch(`${productUrl}/webhooks/oidc-logout`, { method: 'POST', body })).status;
        }),
      );
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  const parts: ServedParts = { controls: identityProvider, provider: () => provider, fault: () => fault };
  return identityProvider;
}
