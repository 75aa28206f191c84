import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const settingsScreens = [
  screen({
    path: '/settings',
    title: 'System Settings',
    right: rights.seeSettings,
    navigation: { menu: 'bar', label: 'Settings' },
    load: () => import('./settings-screen.tsx'),
  }),
] as const;
