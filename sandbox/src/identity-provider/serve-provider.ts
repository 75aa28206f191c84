import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type Provider from 'oidc-provider';
import { PROVIDER_FAULTS, type ProviderFault } from './faults.ts';
import { peoplePage, providerPage } from './provider-pages.ts';

/** The switches of the provider's page. */
export interface ProviderControls {
  /** For `OIDC_ISSUER`. Also the address of its own page. */
  readonly url: string;
  /** Lets the provider misbehave until the next call. Undefined: it works. */
  fail(fault: ProviderFault | undefined): void;
  /** Signs with a new key, and publishes only that one. */
  rotateKeys(): void;
  /** Ends all sign-ins of a person at the product, by its back-channel. @returns the statuses of its answers */
  signOut(person: string): Promise<number[]>;
}

export interface ServedParts {
  readonly controls: ProviderControls;
  readonly provider: () => Provider;
  readonly fault: () => ProviderFault | undefined;
}

/** Answers a request: the provider's own page, its sign-in page, or the protocol. */
export async function serveProvider(
  request: IncomingMessage,
  response: ServerResponse,
  { controls, provider, fault }: ServedParts,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', controls.url);
  const [, folder = '', name = ''] = pathname.split('/');
  const isPost = request.method === 'POST';
  const field = async (of: string): Promise<string> => new URLSearchParams(await text(request)).get(of) ?? '';
  const show = (page: unknown): void => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(String(page));
  };
  if (pathname === '/') return show(providerPage(fault()));
  if (folder === 'sandbox' && isPost) {
    if (name === 'fault') controls.fail(toFault(await field('fault')));
    if (name === 'rotate-keys') controls.rotateKeys();
    if (name === 'sign-out') await controls.signOut(await field('person'));
    response.writeHead(303, { location: '/' }).end();
  } else if (fault() === 'down') {
    response.destroy();
  } else if (folder === 'sign-in') {
    if (!isPost) return show(peoplePage(name));
    await provider().interactionFinished(request, response, { login: { accountId: await field('person') } });
  } else {
    await provider().callback()(request, response);
  }
}

const toFault = (code: string): ProviderFault | undefined =>
  code in PROVIDER_FAULTS ? (code as ProviderFault) : undefined;
