import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const offerClaimScreens = [
  screen({
    path: '/verify-offer',
    title: 'Verify Offers',
    right: rights.seeOfferClaims,
    // The specification keeps this link out of the bar.
    navigation: { menu: 'palette', label: 'Verify Offers' },
    load: () => import('./offer-claims-screen.tsx'),
  }),
] as const;
