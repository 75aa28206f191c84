import { screen } from '#lib/screen.ts';

export const problemScreens = [
  screen({
    path: '/problems',
    title: 'User Problems',
    navigation: { menu: 'bar', label: 'Support', waiting: 'problems' },
    load: () => import('./problems-screen.tsx'),
  }),
] as const;
