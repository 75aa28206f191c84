import { screen } from '#lib/screen.ts';

export const accountScreens = [
  screen({
    path: '/account',
    title: 'Your account',
    navigation: { menu: 'admin', label: 'Your account' },
    load: async () => (await import('./account-screen.tsx')).AccountScreen,
    queries: async () => (await import('./account-screen.tsx')).screenQueries,
  }),
] as const;
