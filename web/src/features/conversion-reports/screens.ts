import { screen } from '#lib/screen.ts';

export const conversionReportScreens = [
  screen({
    path: '/conversion-reports',
    title: 'Conversion Reports',
    navigation: { menu: 'bar', label: 'Reports' },
    load: () => import('./conversion-reports-screen.tsx'),
  }),
] as const;
