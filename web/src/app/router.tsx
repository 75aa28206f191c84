import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, type AnyRoute } from '@tanstack/react-router';
import type { Screen } from '#lib/screen.ts';
import { parseSearch, stringifySearch } from '#lib/url-state.ts';
import type { SearchParams } from '#lib/url-state.ts';
import { NotFoundScreen, PendingScreen, RouteFailed } from './fallback-screens.tsx';
import { NowhereArea, PublicArea, Shell, SignedInArea, SignedOutArea } from './guards.tsx';
import { lazyComponent } from './lazy-component.ts';
import { PUBLIC, SIGNED_IN, SIGNED_OUT } from './screens.ts';
import { sessionStore } from './session/session-store.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  // Flat texts, see #lib/url-state.ts: each screen reads its own part through its codecs.
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
  notFoundComponent: NowhereArea,
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

/** What the router tells a loader. Its own type of it depends on the parent route. */
interface Arrival {
  readonly context: { readonly queryClient: QueryClient };
  readonly params: Readonly<Record<string, string>>;
  readonly location: { readonly search: SearchParams };
}

/** The code of a screen and its first data, requested side by side. */
const optionsOf = (screen: Screen) => ({
  staticData: { screen },
  component: lazyComponent(screen.load),
  // The screen shows itself what is on its way and what failed, so the route does not wait for the data.
  loader: (arrival: unknown) => ({ asked: askFor(screen, arrival as Arrival) }),
});

/** Settles when the answers are here. Never rejects. A stored session is enough to ask: the server judges it. */
async function askFor({ queries }: Screen, { context, params, location }: Arrival): Promise<void> {
  if (queries === undefined || sessionStore.getToken() === undefined) return;
  try {
    const request = await queries();
    await Promise.all(request(context.queryClient, { params, search: location.search }));
  } catch {
    // The file is missing; that of the screen is too, and says so.
  }
}

const routeOf = <Parent extends AnyRoute, const Path extends string>(parent: Parent, screen: Screen<Path>) =>
  createRoute({ getParentRoute: () => parent, path: screen.path, ...optionsOf(screen) });

/** `map` forgets the path of each screen, and links are checked against the paths. */
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

export const createAppRouter = (queryClient: QueryClient) =>
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
