import { screen } from '#lib/screen.ts';

export const networkScreens = [
  screen({
    path: '/networks',
    title: 'Networks',
    navigation: { menu: 'offers', label: 'Networks', search: 'Search networks' },
    load: () => import('./networks-screen.tsx'),
  }),
] as const;
