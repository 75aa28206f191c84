import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type Provider from 'oidc-provider';
import { PROVIDER_FAULTS, type ProviderFault } from './faults.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { peoplePage, providerPage } from './provider-pages.ts';

export interface ServedParts {
  readonly identityProvider: IdentityProvider;
  readonly provider: () => Provider;
  readonly fault: () => ProviderFault | undefined;
}

/** Answers a request: the provider's own page, its sign-in page, or the protocol. */
export async function serveProvider(
  request: IncomingMessage,
  response: ServerResponse,
  { identityProvider, provider, fault }: ServedParts,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', identityProvider.url);
  const [, place = '', name = ''] = pathname.split('/');
  const isPost = request.method === 'POST';
  const field = async (of: string): Promise<string> => new URLSearchParams(await text(request)).get(of) ?? '';
  const show = (page: unknown): void => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(String(page));
  };
  if (pathname === '/') return show(providerPage(fault()));
  if (place === 'sandbox' && isPost) {
    if (name === 'fault') identityProvider.fail(toFault(await field('fault')));
    if (name === 'rotate-keys') identityProvider.rotateKeys();
    if (name === 'sign-out') await identityProvider.signOut(await field('person'));
    response.writeHead(303, { location: '/' }).end();
  } else if (fault() === 'down') {
    response.destroy();
  } else if (place === 'sign-in') {
    if (!isPost) return show(peoplePage(name));
    await provider().interactionFinished(request, response, { login: { accountId: await field('person') } });
  } else {
    await provider().callback()(request, response);
  }
}

const toFault = (code: string): ProviderFault | undefined =>
  code in PROVIDER_FAULTS ? (code as ProviderFault) : undefined;
