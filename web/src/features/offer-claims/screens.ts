import { screen } from '#lib/screen.ts';

export const offerClaimScreens = [
  screen({
    path: '/verify-offer',
    title: 'Verify Offers',
    // The specification keeps this link out of the bar.
    navigation: { menu: 'palette', label: 'Verify Offers' },
    load: () =>
      import('./offer-claims-screen.tsx').then((it) => ({
        component: it.OfferClaimsScreen,
        queries: it.screenQueries,
      })),
  }),
] as const;
