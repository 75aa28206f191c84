import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#lib/url-state.ts';
import type { SearchParams } from '#lib/url-state.ts';
import { NotFoundScreen, PendingScreen, RouteFailed } from './fallback-screens.tsx';
import { NowhereArea, PublicArea, SignedInArea, SignedOutArea } from './guards.tsx';
import { askFirst } from './ask-first.ts';
import { firstData, screens } from './screens.ts';

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
  notFoundComponent: NotFoundScreen,
});
const signedOut = createRoute({ getParentRoute: () => root, id: 'signed-out', component: SignedOutArea });
const anyone = createRoute({ getParentRoute: () => root, id: 'anyone', component: PublicArea });

/** The route table of document 000 §2. */
const routeTree = root.addChildren([
  signedIn.addChildren([
    createRoute({
      getParentRoute: () => signedIn,
      path: '/',
      component: screens.dashboard,
      loader: askFirst(firstData.dashboard),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/users',
      component: screens.users,
      loader: askFirst(firstData.users),
    }),
    createRoute({ getParentRoute: () => signedIn, path: '/add-offer', component: screens.offerForm }),
    createRoute({ getParentRoute: () => signedIn, path: '/edit-offer/$id', component: screens.offerForm }),
    createRoute({ getParentRoute: () => signedIn, path: '/prime-offers', component: screens.primeOffers }),
    createRoute({ getParentRoute: () => signedIn, path: '/regular-offers', component: screens.regularOffers }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/verify-withdrawals',
      component: screens.withdrawals,
      loader: askFirst(firstData.withdrawals),
    }),
    createRoute({ getParentRoute: () => signedIn, path: '/payouts', component: screens.payouts }),
    createRoute({ getParentRoute: () => signedIn, path: '/manual-pay', component: screens.manualPayments }),
    createRoute({ getParentRoute: () => signedIn, path: '/verify-offer', component: screens.offerClaims }),
    createRoute({ getParentRoute: () => signedIn, path: '/problems', component: screens.problems }),
    createRoute({ getParentRoute: () => signedIn, path: '/postback-urls/$id', component: screens.postbackManagement }),
    createRoute({ getParentRoute: () => signedIn, path: '/settings', component: screens.settings }),
    createRoute({ getParentRoute: () => signedIn, path: '/smart-poll', component: screens.smartPoll }),
    createRoute({ getParentRoute: () => signedIn, path: '/clicks', component: screens.evidence }),
    createRoute({ getParentRoute: () => signedIn, path: '/clicks/$id', component: screens.click }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/conversion-reports',
      component: screens.conversionReports,
      loader: askFirst(firstData.conversionReports),
    }),
    createRoute({ getParentRoute: () => signedIn, path: '/audit', component: screens.audit }),
    createRoute({ getParentRoute: () => signedIn, path: '/account', component: screens.account }),
    createRoute({ getParentRoute: () => signedIn, path: '/admins', component: screens.admins }),
  ]),
  signedOut.addChildren([createRoute({ getParentRoute: () => signedOut, path: '/login', component: screens.login })]),
  anyone.addChildren([
    createRoute({ getParentRoute: () => anyone, path: '/reset-password', component: screens.resetPassword }),
    createRoute({ getParentRoute: () => anyone, path: '/accept-invitation', component: screens.acceptInvitation }),
  ]),
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
