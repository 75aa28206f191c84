import { screen } from '#lib/screen.ts';

export const payoutScreens = [
  screen({
    path: '/payouts',
    title: 'Payments',
    navigation: { menu: 'admin', label: 'Payments' },
    load: async () => (await import('./payouts-screen.tsx')).PayoutsScreen,
    queries: async () => (await import('./payouts-screen.tsx')).screenQueries,
  }),
] as const;
