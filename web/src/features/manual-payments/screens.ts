import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const manualPaymentScreens = [
  screen({
    path: '/manual-pay',
    title: 'Manually pay coin to clicks',
    right: rights.seeManualPayments,
    navigation: { menu: 'bar', label: 'Manual Pay' },
    load: () => import('./manual-payments-screen.tsx'),
  }),
] as const;
