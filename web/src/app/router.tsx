import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, type AnyRoute } from '@tanstack/react-router';
import { queryClient } from '#lib/query-client.ts';
import { may } from '#lib/may.ts';
import type { Screen } from '#lib/screen.ts';
import { parseSearch, stringifySearch } from '#lib/url-state.ts';
import type { SearchParams } from '#lib/url-state.ts';
import { NotFoundScreen, PendingScreen, RouteFailed } from './fallback-screens.tsx';
import { UnknownUrlArea, PublicArea, Shell, SignedInArea, SignedOutArea } from './guards.tsx';
import { lazyComponent } from './lazy-component.ts';
import { PUBLIC, SIGNED_IN, SIGNED_OUT } from './screens.ts';
import { sessionStore } from './session/session-store.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  // Values are plain strings: see #lib/url-state.ts. Each screen parses its own parameters.
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
  notFoundComponent: UnknownUrlArea,
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: SignedInArea,
  loader: () => Shell.preload?.(),
  notFoundComponent: NotFoundScreen,
});
const signedOut = createRoute({ getParentRoute: () => root, id: 'signed-out', component: SignedOutArea });
const anyone = createRoute({ getParentRoute: () => root, id: 'anyone', component: PublicArea });

/** The loader arguments. The router's own type depends on the parent route. */
interface LoaderInput {
  readonly context: { readonly queryClient: QueryClient };
  readonly params: Readonly<Record<string, string>>;
  readonly location: { readonly search: SearchParams };
}

/** Requests the code of a screen and its first data in parallel. */
const optionsOf = (screen: Screen) => ({
  staticData: { screen },
  component: lazyComponent(async () => (await screen.load()).component),
  // The route does not wait for the data: the screen shows its own loading and error states.
  loader: (arrival: unknown) => ({ asked: requestData(screen, arrival as LoaderInput) }),
});

/** Resolves when the data has arrived. Never rejects. A stored session is enough: the server validates it. */
async function requestData({ load, right }: Screen, { context, params, location }: LoaderInput): Promise<void> {
  if (sessionStore.getToken() === undefined || !may(right)) return;
  try {
    const { queries } = await load();
    // The session may have ended while the file loaded.
    if (queries === undefined || sessionStore.getToken() === undefined) return;
    await Promise.all(queries(context.queryClient, { params, search: location.search }));
  } catch {
    // The component comes from the same file, so a missing file is shown by the screen.
  }
}

const routeOf = <Parent extends AnyRoute, const Path extends string>(parent: Parent, screen: Screen<Path>) =>
  createRoute({ getParentRoute: () => parent, path: screen.path, ...optionsOf(screen) });

/** `map` loses the literal path of each screen. The type check of links needs it. */
type Routes<Parent extends AnyRoute, Screens extends readonly Screen[]> = {
  -readonly [At in keyof Screens]: Screens[At] extends Screen<infer Path>
    ? ReturnType<typeof routeOf<Parent, Path>>
    : never;
};

const routesOf = <Parent extends AnyRoute, const Screens extends readonly Screen[]>(parent: Parent, screens: Screens) =>
  screens.map((screen) => routeOf(parent, screen)) as unknown as Routes<Parent, Screens>;

/** The route table of document 000 §2. */
const routeTree = root.addChildren([
  signedIn.addChildren(routesOf(signedIn, SIGNED_IN)),
  signedOut.addChildren(routesOf(signedOut, SIGNED_OUT)),
  anyone.addChildren(routesOf(anyone, PUBLIC)),
]);

export const createAppRouter = () =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
