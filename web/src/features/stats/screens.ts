import { screen } from '#lib/screen.ts';

export const dashboardScreens = [
  screen({
    path: '/',
    title: 'Dashboard',
    navigation: { menu: 'palette', label: 'Dashboard' },
    load: () => import('./dashboard-screen.tsx'),
  }),
] as const;
