import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const networkScreens = [
  screen({
    path: '/networks',
    title: 'Networks',
    right: rights.seeNetworks,
    navigation: { menu: 'offers', label: 'Networks', search: 'Search networks' },
    load: () => import('./networks-screen.tsx'),
  }),
] as const;
