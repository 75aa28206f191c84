import type { QueryClient } from '@tanstack/react-query';
import type { AskFirst } from '#lib/first-data.ts';
import type { SearchParams } from '#lib/url-state.ts';
import { sessionStore } from './session/session-store.ts';

interface Arrival {
  readonly context: { readonly queryClient: QueryClient };
  readonly location: { readonly search: SearchParams };
}

let asked: Promise<void> = Promise.resolve();

/** Settles when the loader that ran last has asked. Never rejects. */
export const whenAsked = (): Promise<void> => asked;

/**
 * A route's loader: nothing waits for it, and what goes wrong shows when the screen asks for the same. A stored session is
 * enough to ask; whether it still holds is for the server to say.
 */
export const askFirst =
  (load: () => Promise<AskFirst>) =>
  ({ context, location }: Arrival): void => {
    if (sessionStore.getToken() === undefined) return;
    asked = load().then(
      (ask) => ask(context.queryClient, location.search),
      () => undefined,
    );
  };
