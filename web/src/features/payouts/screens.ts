import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const payoutScreens = [
  screen({
    path: '/payouts',
    title: 'Payouts',
    right: rights.seePayouts,
    navigation: { menu: 'admin', label: 'Payouts' },
    load: () => import('./payouts-screen.tsx'),
  }),
] as const;
