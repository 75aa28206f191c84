import { screen } from '#lib/screen.ts';

export const manualPaymentScreens = [
  screen({
    path: '/manual-pay',
    title: 'Manually pay coin to clicks',
    navigation: { menu: 'bar', label: 'Manual Pay' },
    load: async () => (await import('./manual-payments-screen.tsx')).ManualPaymentsScreen,
    queries: async () => (await import('./manual-payments-screen.tsx')).screenQueries,
  }),
] as const;
