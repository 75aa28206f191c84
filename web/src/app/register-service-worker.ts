import { toast } from '#ui/toasts/index.ts';

const NEW_VERSION = 'A new version is ready.';

/** Caches the shell for the next visit. Announces a newer version and activates it when the user agrees. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const hadOne = navigator.serviceWorker.controller !== null;
  let reloading = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!hadOne || reloading) return;
    reloading = true;
    location.reload();
  });
  navigator.serviceWorker.register('/service-worker.js').then(
    (registration: ServiceWorkerRegistration | undefined) => {
      // A browser under test automation may resolve without a registration.
      if (!registration) return;
      const offer = (worker: ServiceWorker) =>
        toast.info(NEW_VERSION, {
          key: 'new-version',
          survivesSignOut: true,
          durationMs: 0,
          actions: [{ label: 'Reload', run: () => worker.postMessage({ type: 'SKIP_WAITING' }) }],
        });
      if (registration.waiting && hadOne) offer(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed' && hadOne) offer(worker);
        });
      });
    },
    // Private windows and some company policies block service workers. The app works without one.
    (error: unknown) => console.info('The service worker was not registered.', error),
  );
}

/** After a 401: the service worker passes it on to every tab, and those with the same token sign out. */
export function reportExpired(token: string): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'AUTH_EXPIRED', token });
}
