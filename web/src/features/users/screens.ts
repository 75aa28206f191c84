import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const userScreens = [
  screen({
    path: '/users',
    title: 'User Management',
    right: rights.seeUsers,
    navigation: { menu: 'bar', label: 'Users', search: 'Search users' },
    load: () => import('./users-screen.tsx'),
  }),
] as const;
