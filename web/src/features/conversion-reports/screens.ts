import { screen } from '#lib/screen.ts';

export const conversionReportScreens = [
  screen({
    path: '/conversion-reports',
    title: 'Conversion Reports',
    navigation: { menu: 'bar', label: 'Reports' },
    load: async () => (await import('./conversion-reports-screen.tsx')).ConversionReportsScreen,
    queries: async () => (await import('./conversion-reports-screen.tsx')).screenQueries,
  }),
] as const;
