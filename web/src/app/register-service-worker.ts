import { toast } from '#ui/toasts/index.ts';

const NEW_VERSION = 'A new version is ready.';

/** Keeps the shell for the next visit. Says so when a newer one is ready; it starts when the person agrees. */
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
      // A browser under remote control may pretend to register.
      if (!registration) return;
      const offer = (worker: ServiceWorker) =>
        toast.info(NEW_VERSION, {
          key: 'new-version',
          isForEverybody: true,
          durationMs: 0,
          action: { label: 'Reload', run: () => worker.postMessage({ type: 'SKIP_WAITING' }) },
        });
      if (registration.waiting && hadOne) offer(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed' && hadOne) offer(worker);
        });
      });
    },
    // Private windows and some company policies refuse workers; the app works without one.
    (error: unknown) => console.info('The service worker was not registered.', error),
  );
}
