import { screen } from '#lib/screen.ts';

export const payoutScreens = [
  screen({
    path: '/payouts',
    title: 'Payments',
    navigation: { menu: 'admin', label: 'Payments' },
    load: () => import('./payouts-screen.tsx'),
  }),
] as const;
