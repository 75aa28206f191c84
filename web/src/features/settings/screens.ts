import { screen } from '#lib/screen.ts';

export const settingsScreens = [
  screen({
    path: '/settings',
    title: 'System Settings',
    navigation: { menu: 'bar', label: 'Settings' },
    load: () => import('./settings-screen.tsx'),
  }),
] as const;
