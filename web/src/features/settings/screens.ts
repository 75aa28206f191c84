import { screen } from '#lib/screen.ts';

export const settingsScreens = [
  screen({
    path: '/settings',
    title: 'System Settings',
    navigation: { menu: 'bar', label: 'Settings' },
    load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
    queries: async () => (await import('./settings-screen.tsx')).screenQueries,
  }),
] as const;
