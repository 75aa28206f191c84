import type { QueryClient } from '@tanstack/react-query';
import { whenAsked } from './ask-first.ts';
import { preloadShell } from './guards.tsx';
import type { AppRouter } from './router.tsx';
import { preloadLogin } from './screens.ts';
import { sessionStore } from './session/session-store.ts';

/** What is not there by then is waited for in sight of everybody. */
const MOST_MS = 400;

/**
 * Resolves when the first picture can be drawn at once with everything in it: the session checked, the files of the screen
 * loaded, its first data there. One picture costs a slow processor less than three that replace each other. Never rejects:
 * what fails shows when it is drawn.
 */
export function whenFirstPictureIsReady(client: QueryClient, router: AppRouter): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, MOST_MS);
  if (sessionStore.getToken() === undefined) {
    preloadLogin();
    resolve();
    return promise;
  }
  void Promise.allSettled([
    whenChecked(),
    preloadShell(),
    router
      .load()
      .then(whenAsked)
      .then(() => whenAnswered(client)),
  ]).then(() => resolve());
  return promise;
}

const whenChecked = (): Promise<void> => until(sessionStore.subscribe, () => sessionStore.getState().authChecked);

const whenAnswered = (client: QueryClient): Promise<void> =>
  until(
    (look) => client.getQueryCache().subscribe(look),
    () => client.isFetching() === 0,
  );

function until(subscribe: (look: () => void) => () => void, holds: () => boolean): Promise<void> {
  if (holds()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}
