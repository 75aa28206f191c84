import { screen } from '#lib/screen.ts';

export const accountScreens = [
  screen({
    path: '/account',
    title: 'Your account',
    navigation: { menu: 'admin', label: 'Your account' },
    load: () => import('./account-screen.tsx'),
  }),
] as const;
