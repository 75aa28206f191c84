import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const withdrawalScreens = [
  screen({
    path: '/verify-withdrawals',
    title: 'Verify Withdrawals',
    right: rights.seeWithdrawals,
    navigation: { menu: 'bar', label: 'Withdrawals', search: 'Search withdrawals', waiting: 'withdrawals' },
    load: () => import('./withdrawals-screen.tsx'),
  }),
] as const;
