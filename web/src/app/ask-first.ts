import type { QueryClient } from '@tanstack/react-query';
import type { AskFirst } from '#lib/first-data.ts';
import type { SearchParams } from '#lib/url-state.ts';
import { sessionStore } from './session/session-store.ts';

interface Arrival {
  readonly context: { readonly queryClient: QueryClient };
  readonly location: { readonly search: SearchParams };
}

/** A route's loader: nothing waits for it, and what goes wrong shows when the screen asks for the same. */
export const askFirst =
  (load: () => Promise<AskFirst>) =>
  ({ context, location }: Arrival): void => {
    load().then(
      (ask) => whenSignedIn(() => ask(context.queryClient, location.search)),
      () => undefined,
    );
  };

/** At once for somebody who is signed in, else in the moment in which the first check says so. */
function whenSignedIn(begin: () => void): void {
  const isDecided = (): boolean => {
    const { authChecked, admin } = sessionStore.getState();
    if (authChecked && admin) begin();
    return authChecked;
  };
  if (isDecided()) return;
  const stop = sessionStore.subscribe(() => {
    if (isDecided()) stop();
  });
}
