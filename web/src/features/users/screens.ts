import { screen } from '#lib/screen.ts';

export const userScreens = [
  screen({
    path: '/users',
    title: 'User Management',
    navigation: { menu: 'bar', label: 'Users', search: 'Search users' },
    load: () => import('./users-screen.tsx'),
  }),
] as const;
