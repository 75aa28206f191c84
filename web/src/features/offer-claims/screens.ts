import { screen } from '#lib/screen.ts';

export const offerClaimScreens = [
  screen({
    path: '/verify-offer',
    title: 'Verify Offers',
    // The specification keeps this link out of the bar.
    navigation: { menu: 'palette', label: 'Verify Offers' },
    load: async () => (await import('./offer-claims-screen.tsx')).OfferClaimsScreen,
    queries: async () => (await import('./offer-claims-screen.tsx')).screenQueries,
  }),
] as const;
