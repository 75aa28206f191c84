import { screen } from '#lib/screen.ts';

export const manualPaymentScreens = [
  screen({
    path: '/manual-pay',
    title: 'Manually pay coin to clicks',
    navigation: { menu: 'bar', label: 'Manual Pay' },
    load: () => import('./manual-payments-screen.tsx'),
  }),
] as const;
