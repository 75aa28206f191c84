import type { AppRouter } from './router.tsx';
import { sessionStore } from './session/session-store.ts';

/** After this the loading states of shell and screen are shown. */
const MOST_MS = 400;

/**
 * Resolves when session, code and first data are here: one picture costs a slow processor less than three that replace each
 * other. Never rejects: what fails shows when it is drawn.
 */
export async function whenFirstPictureIsReady(router: AppRouter): Promise<void> {
  if (sessionStore.getToken() === undefined) return;
  const timeLimit = new Promise((resolve) => setTimeout(resolve, MOST_MS));
  await Promise.race([timeLimit, Promise.allSettled([sessionStore.recheck(), loadRoute(router)])]);
}

async function loadRoute(router: AppRouter): Promise<void> {
  await router.load();
  await Promise.all(
    router.state.matches.map(async ({ loaderData }) => (loaderData as { asked?: Promise<void> } | undefined)?.asked),
  );
}
