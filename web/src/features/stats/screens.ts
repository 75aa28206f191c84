import { screen } from '#lib/screen.ts';

export const dashboardScreens = [
  screen({
    path: '/',
    title: 'Dashboard',
    navigation: { menu: 'palette', label: 'Dashboard' },
    load: async () => (await import('./dashboard-screen.tsx')).DashboardScreen,
    queries: async () => (await import('./dashboard-screen.tsx')).dashboardQueries,
  }),
] as const;
