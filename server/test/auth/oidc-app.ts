import { SANDBOX_CLIENT, startIdentityProvider } from '@muneem/sandbox/identity-provider';
import { sql } from '#platform/database/index.ts';
import { createAdmin } from '#test/admin-session.ts';
import { createAuthApp, PUBLIC_URL, type Answer, type AuthApp } from './auth-app.ts';
import { atTheEnd } from '#test/at-the-end.ts';

/** The company's provider and the product, with administrators of these people: admin, farah, sunil and leela. */
export async function createOidcApp(settings: Readonly<Record<string, string>> = {}) {
  const provider = await startIdentityProvider({ productUrl: PUBLIC_URL });
  atTheEnd(() => provider.close());
  const app = await createAuthApp(
    {
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: SANDBOX_CLIENT.id,
      OIDC_CLIENT_SECRET: SANDBOX_CLIENT.secret,
      OIDC_NAME: 'Company',
      ...settings,
    },
    // The provider writes the real time into its tokens.
    { isRealTime: true },
  );
  // Mails are jobs.
  await app.start();
  for (const id of ['admin', 'farah', 'sunil', 'leela']) await createAdmin(app, `${id}@muneem.example`);
  return {
    ...app,
    provider,
    /** Opens a browser without cookies. */
    browser: () => openBrowser(app),
    /** The reasons of refused sign-ins by the provider, oldest first. */
    async refusals() {
      const rows = await app.database.query<{ reason: string }>(sql`
        select after ->> 'reason' as reason from audit_log
        where action = 'auth.sign_in_failed' and after ->> 'step' = 'provider' order by id`);
      return rows.map(({ reason }) => reason);
    },
    /** Sends a logout token as the provider does. @returns the status */
    async sendLogout(token: string) {
      const answer = await app.http.fastify.inject({
        method: 'POST',
        url: '/webhooks/oidc-logout',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      });
      return answer.statusCode;
    },
  };
}

export type Browser = ReturnType<typeof openBrowser>;

/** A browser with its cookies, which goes from the product to the provider and back. */
function openBrowser(app: AuthApp) {
  let cookie = '';
  const providerCookies = new Map<string, string>();

  const send = async (method: 'GET' | 'POST', path: string, body?: object, headers: object = {}): Promise<Answer> => {
    const answer = await app.call(method, `/api/auth/oidc/${path}`, body, {
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    const set = answer.headers['set-cookie'];
    if (set !== undefined) cookie = set.includes('Max-Age=0') ? '' : (set.split(';', 1)[0] ?? '');
    return answer as Answer;
  };

  /** One step at the provider. @returns the next URL */
  const step = async (url: string, person: string): Promise<string> => {
    const isPage = new URL(url).pathname.startsWith('/sign-in/');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...providerCookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isPage ? { method: 'POST', body: new URLSearchParams({ person }) } : {}),
    });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      providerCookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    return new URL(location, url).href;
  };

  const browser = {
    cookie: () => cookie,
    setCookie: (text: string) => void (cookie = text),
    start: (body: object = {}, headers: object = {}) => send('POST', 'start', body, headers),
    /** Signs the person in at the provider. @returns the query with which it sends the browser back */
    async atProvider(url: string, person: string): Promise<string> {
      let next = url;
      while (!next.startsWith(PUBLIC_URL)) next = await step(next, person);
      return new URL(next).search;
    },
    /** Follows the provider's redirect. @returns the path of the sign-in page */
    comeBack: async (query: string): Promise<unknown> => (await send('GET', `callback${query}`)).headers['location'],
    exchange: () => send('POST', 'session', {}),
    /** Goes to the provider and back. @returns the path of the sign-in page */
    async goAs(person: string, body: object = {}): Promise<unknown> {
      const { body: started } = await browser.start(body);
      return browser.comeBack(await browser.atProvider(String(started['url']), person));
    },
    /** The whole sign-in. @returns the session */
    async signInAs(person: string, body: object = {}): Promise<Answer['body']> {
      const path = await browser.goAs(person, body);
      if (!String(path).startsWith('/login?oidc=confirmed')) throw new Error(`refused: ${String(path)}`);
      return (await browser.exchange()).body;
    },
  };
  return browser;
}
