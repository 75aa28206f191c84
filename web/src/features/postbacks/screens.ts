import { screen } from '#lib/screen.ts';

export const postbackScreens = [
  screen({
    path: '/postback-urls/$id',
    title: 'Postback Management',
    load: async () => (await import('./postback-management-screen.tsx')).PostbackManagementScreen,
    queries: async () => (await import('./postback-management-screen.tsx')).screenQueries,
  }),
] as const;
