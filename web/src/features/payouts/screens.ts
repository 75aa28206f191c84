import { screen } from '#lib/screen.ts';

export const payoutScreens = [
  screen({
    path: '/payouts',
    title: 'Payouts',
    navigation: { menu: 'admin', label: 'Payouts' },
    load: () => import('./payouts-screen.tsx'),
  }),
] as const;
