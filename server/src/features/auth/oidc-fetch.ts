import type { CustomFetch } from 'openid-client';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { ProviderRefusal } from './oidc-refusal.ts';

/** From the call to the last byte of the provider's answer. */
export const PROVIDER_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 256 * 1024;

/** Sends the libraries' calls through the guard on outbound addresses. */
export const guardedFetch =
  (http: OutboundHttp): CustomFetch =>
  async (url, { method, headers, body }) => {
    const isForm = body instanceof URLSearchParams;
    const result = await http.send({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: {
        ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...Object.fromEntries(new Headers(headers)),
      },
      ...(body === undefined || body === null ? {} : { body: isForm ? body.toString() : (body as string) }),
      timeoutMs: PROVIDER_TIMEOUT_MS,
      maxBodyBytes: MAX_ANSWER_BYTES,
    });
    if (result.kind !== 'answer') throw new ProviderRefusal('unreachable', result.message);
    if (result.status >= 500) throw new ProviderRefusal('unreachable', `the provider answered ${result.status}`);
    if (result.truncated) throw new ProviderRefusal('refused', 'the answer of the provider is too long');
    const type = result.headers['content-type'];
    return new Response(result.status === 204 || result.status === 304 ? null : result.body, {
      status: result.status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };
