import { screen } from '#lib/screen.ts';

export const withdrawalScreens = [
  screen({
    path: '/verify-withdrawals',
    title: 'Verify Withdrawals',
    navigation: { menu: 'bar', label: 'Withdrawals', search: 'Search withdrawals', waiting: 'withdrawals' },
    load: () => import('./withdrawals-screen.tsx'),
  }),
] as const;
