import type { QueryClient } from '@tanstack/react-query';
import type { AskFirst } from '#lib/first-data.ts';
import type { SearchParams } from '#lib/url-state.ts';
import { sessionStore } from './session/session-store.ts';

interface Arrival {
  readonly context: { readonly queryClient: QueryClient };
  readonly location: { readonly search: SearchParams };
}

/**
 * A route's loader: nothing waits for it, and what goes wrong shows when the screen asks for the same. A stored session is
 * enough to ask; whether it still holds is for the server to say.
 */
export const askFirst =
  (load: () => Promise<AskFirst>) =>
  ({ context, location }: Arrival): void => {
    if (sessionStore.getToken() === undefined) return;
    load().then(
      (ask) => ask(context.queryClient, location.search),
      () => undefined,
    );
  };
