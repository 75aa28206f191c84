import { screen } from '#lib/screen.ts';

export const problemScreens = [
  screen({
    path: '/problems',
    title: 'User Problems',
    navigation: { menu: 'bar', label: 'Support', waiting: 'problems' },
    load: async () => (await import('./problems-screen.tsx')).ProblemsScreen,
    queries: async () => (await import('./problems-screen.tsx')).screenQueries,
  }),
] as const;
