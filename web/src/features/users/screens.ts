import { screen } from '#lib/screen.ts';

export const userScreens = [
  screen({
    path: '/users',
    title: 'User Management',
    navigation: { menu: 'bar', label: 'Users', search: 'Search users' },
    load: async () => (await import('./users-screen.tsx')).UsersScreen,
    queries: async () => (await import('./users-screen.tsx')).screenQueries,
  }),
] as const;
