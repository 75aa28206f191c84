import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const conversionReportScreens = [
  screen({
    path: '/conversion-reports',
    title: 'Conversion Reports',
    right: rights.seeReports,
    navigation: { menu: 'bar', label: 'Reports' },
    load: () => import('./conversion-reports-screen.tsx'),
  }),
] as const;
