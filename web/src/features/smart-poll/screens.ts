import { screen } from '#lib/screen.ts';

export const smartPollScreens = [
  screen({
    path: '/smart-poll',
    title: 'Smart Poll Manager',
    navigation: { menu: 'bar', label: 'Smart Poll' },
    load: async () => (await import('./smart-poll-screen.tsx')).SmartPollScreen,
    queries: async () => (await import('./smart-poll-screen.tsx')).screenQueries,
  }),
] as const;
