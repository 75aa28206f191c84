/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { isShellPath } from './shell-paths.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

// Precaches the shell: the app opens at once, even offline.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
cleanupOutdatedCaches();
const shell = createHandlerBoundToURL('/index.html');

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.mode === 'navigate') {
    if (url.origin === self.location.origin && isShellPath(url.pathname))
      event.respondWith(shell({ request, event, url }));
    return;
  }
  if (url.pathname.startsWith('/api/') && request.headers.has('authorization'))
    event.respondWith(watchForExpiry(request));
});

/** Forwards the request. After a 401 response it tells every tab that this token has expired. */
async function watchForExpiry(request: Request): Promise<Response> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '');
  const response = await fetch(request);
  if (response.status === 401) {
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const tab of tabs) tab.postMessage({ type: 'AUTH_EXPIRED', token });
  }
  return response;
}
