import type { AppRouter } from './router.tsx';
import { sessionStore } from './session/session-store.ts';

/** After this time the shell and the screen show their loading states. */
const MOST_MS = 1_000;

/**
 * Resolves when the session, the code and the first data are ready. On a slow processor
 * one whole paint costs less than three partial ones. Never rejects: the screen shows its own errors.
 */
export async function whenReadyToPaint(router: AppRouter): Promise<void> {
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
